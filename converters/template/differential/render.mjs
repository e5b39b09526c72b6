// Renders templates with docxtemplater. Each line of standard input is JSON: {template, params},
// where template is the path of a file. Each line of standard output is {parts} with the markup of each part, or
// {errors} with the ids of the errors.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Docxtemplater from "docxtemplater";
import expressions from "docxtemplater/expressions.js";
import PizZip from "pizzip";

function render({ template, params }) {
	try {
		const document = new Docxtemplater(new PizZip(readFileSync(template)), {
			paragraphLoop: true,
			linebreaks: true,
			nullGetter: () => "",
			parser: expressions,
			errorLogging: false,
		});
		document.render(params);
		const parts = {};
		for (const [name, file] of Object.entries(document.getZip().files)) {
			if (name.endsWith(".xml")) {
				parts[name] = file.asText();
			}
		}
		return { parts };
	} catch (error) {
		const errors = error.properties?.errors ?? [error];
		return { errors: errors.map(({ properties, message }) => properties?.id ?? message) };
	}
}

for await (const line of createInterface({ input: process.stdin })) {
	process.stdout.write(JSON.stringify(render(JSON.parse(line))) + "\n");
}
