/**
 * Writes the style sheet that the server inserts into every viewer page, so that the browser can paint the page without
 * a further request. Part of `npm run build`; a test checks that the committed file is up to date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transform } from "lightningcss";
import { fontFaces } from "./fonts.mjs";

const sources = [
	"src/ui/tokens.css",
	"src/ui/base.css",
	"src/viewer/viewer.css",
	"src/viewer/pages/reflow.css",
];

/** The file that the server embeds. */
export const target = fileURLToPath(new URL("../../backend/web/viewer/critical.css", import.meta.url));

/** Returns the minified style sheet. */
export function criticalCSS() {
	const root = new URL("../", import.meta.url);
	const styles = sources.map((source) => readFileSync(new URL(source, root), "utf8"));
	const text = [fontFaces("public/"), ...styles].join("\n");
	const { code } = transform({ filename: "critical.css", code: Buffer.from(text), minify: true });
	return `/* Written by frontend/scripts/critical.mjs from frontend/src; do not edit. */\n${code.toString()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(target, criticalCSS());
}
