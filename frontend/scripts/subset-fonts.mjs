/**
 * Writes the font files of the interface to src/ui/fonts: Inter, reduced to the characters in the unicode-ranges of
 * src/ui/fonts.css and to the font weights that the tokens use. The files are committed, so a build does not need the
 * packages below. To write the files again, run:
 *
 *   npm install --prefix FOLDER @fontsource-variable/inter@5.3.0 subset-font@2.9.0
 *   node scripts/subset-fonts.mjs FOLDER
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2] ?? ".");
const require = createRequire(pathToFileURL(`${folder}/`));
const { default: subset } = await import(pathToFileURL(require.resolve("subset-font")).href);

/** The files in src/ui/fonts. The values are the names of the package's files that contain their characters. */
const parts = { "inter.woff2": "latin", "inter-extended.woff2": "latin-ext" };

/** Returns the characters in the unicode-range of a file's face. */
function charactersOf(file) {
	const style = readFileSync(new URL("../src/ui/fonts.css", import.meta.url), "utf8");
	const face = style.split("@font-face").find((text) => text.includes(`fonts/${file}`));
	const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)];
	return ranges.map(([, first, last = first]) => charactersBetween(`0x${first}`, `0x${last}`)).join("");
}

function charactersBetween(first, last) {
	return Array.from({ length: last - first + 1 }, (_, index) =>
		String.fromCodePoint(Number(first) + index),
	).join("");
}

for (const [file, part] of Object.entries(parts)) {
	const path = require.resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`);
	const font = await subset(readFileSync(path), charactersOf(file), {
		targetFormat: "woff2",
		variationAxes: { wght: { min: 400, max: 600, default: 400 } },
	});
	writeFileSync(new URL(`../src/ui/fonts/${file}`, import.meta.url), font);
}
