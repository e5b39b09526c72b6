/**
 * Checks that style sheets use the tokens in src/ui/tokens.css for font sizes, font weights, line heights and spaces.
 * Part of `npm run lint`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Spaces of at least this number of pixels are not checked. They reserve room for something, and there are no tokens
 * for them.
 */
const reserved = 100;

/** Matches lengths that require a token. Sizes in em and in pt (on paper) have no tokens. */
const absolute = /\d(px|rem)\b/;

/** The properties that require tokens, each with a function that reports whether a value lacks one. */
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

/** Returns the lengths in pixels or rem that a value contains, converted to pixels and without signs. */
function lengths(value) {
	return [...value.matchAll(/([\d.]+)(px|rem)\b/g)].map(([, number, unit]) =>
		unit === "rem" ? Number(number) * 16 : Number(number),
	);
}

/** Returns the style sheet in a file: a .css file as a whole, or the style block of a component. */
function styleOf(file, text) {
	return file.endsWith(".svelte") ? (/<style[^>]*>(.*?)<\/style>/s.exec(text)?.[1] ?? "") : text;
}

/** Returns the declarations in a source file that have a literal value where a token is required. */
export function rawDeclarations(file, text) {
	const style = styleOf(file, text).replace(/\/\*.*?\*\//gs, "");
	return [...style.matchAll(/(?<=^|[\s;{])([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap(([, property, value]) =>
		rules.some(([name, isRaw]) => name.test(property) && isRaw(value.trim()))
			? [`${property}: ${value.trim()}`]
			: [],
	);
}

/**
 * Returns an error message for each literal value that must be a token. The style sheets of embed.js are not checked,
 * because they apply to pages without the tokens.
 */
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
