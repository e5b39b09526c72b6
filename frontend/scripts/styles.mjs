/**
 * Checks that style sheets take sizes and weights of text, line heights and spaces from the tokens in
 * src/ui/tokens.css. Part of `npm run lint`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Lengths from this number of pixels on reserve room for something. They are not spaces of the scale. */
const reserved = 100;

/** Sizes relative to the text around (em) and on paper (pt) have no token. */
const absolute = /\d(px|rem)\b/;

/** The properties that need tokens, with functions that report whether a value lacks one. */
const rules = [
	[/^font-size$/, (value) => absolute.test(value)],
	[/^font-weight$/, (value) => /^(\d+|bold)$/.test(value)],
	[/^line-height$/, (value) => /^[\d.]+/.test(value) && value !== "1"],
	[/^font$/, (value) => absolute.test(value) || /^\d{3}\b/.test(value)],
	[
		/^(padding|margin|gap|row-gap|column-gap)\b/,
		(value) => lengths(value).some((px) => px > 1 && px < reserved),
	],
];

/** Returns the lengths of a value that are in pixels or rem, without signs, in pixels. */
function lengths(value) {
	return [...value.matchAll(/([\d.]+)(px|rem)\b/g)].map(([, number, unit]) =>
		unit === "rem" ? Number(number) * 16 : Number(number),
	);
}

/** Returns the style sheet of a file: all of a .css file, the style block of a component. */
function styleOf(file, text) {
	return file.endsWith(".svelte") ? (/<style[^>]*>(.*?)<\/style>/s.exec(text)?.[1] ?? "") : text;
}

/** Returns the declarations of a source that have a raw value where a token is needed. */
export function rawDeclarations(file, text) {
	const style = styleOf(file, text).replace(/\/\*.*?\*\//gs, "");
	return [...style.matchAll(/(?<=^|[\s;{])([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(([, property, value]) =>
		rules.some(([name, isRaw]) => name.test(property) && isRaw(value.trim()))
			? [`${property}: ${value.trim()}`]
			: [],
	);
}

/** Returns an error message for each raw value. embed.js is omitted: it styles pages that have no tokens. */
function findProblems() {
	const files = readdirSync(`${root}src`, { recursive: true }).filter((file) => /\.(css|svelte)$/.test(file));
	return files
		.toSorted()
		.flatMap((file) =>
			file.startsWith("embed/")
				? []
				: rawDeclarations(file, readFileSync(`${root}src/${file}`, "utf8")).map(
						(declaration) => `src/${file}: use a token of src/ui/tokens.css instead of "${declaration}".`,
					),
		);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const found = findProblems();
	found.forEach((problem) => console.error(problem));
	process.exitCode = found.length === 0 ? 0 : 1;
}
