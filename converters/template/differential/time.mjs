// Renders one template repeatedly with docxtemplater: once for each line of standard input. It writes the size of each
// result in bytes. Usage: node time.mjs TEMPLATE PARAMS
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Docxtemplater from "docxtemplater";
import expressions from "docxtemplater/expressions.js";
import PizZip from "pizzip";

const [template, params] = process.argv.slice(2).map((name) => readFileSync(name));

for await (const _ of createInterface({ input: process.stdin })) {
	const document = new Docxtemplater(new PizZip(template), {
		paragraphLoop: true,
		linebreaks: true,
		parser: expressions,
	});
	document.render(JSON.parse(params));
	const made = document.getZip().generate({ type: "nodebuffer", compression: "DEFLATE" });
	process.stdout.write(`${made.length}\n`);
}
