/**
 * Writes the font of the interface to dist/fonts: its files, whose names contain hashes of their content, and the style
 * sheet with its font faces. The server serves them as /viewer/public/<file> to all pages except that of the studio,
 * whose build includes the files. Part of `npm run build`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const source = new URL("src/ui/fonts/", root);
const target = new URL("dist/fonts/", root);

/** The files of the font, by their names in src/ui/fonts. */
const files = new Map(
	readdirSync(source)
		.filter((name) => name.endsWith(".woff2"))
		.map((name) => {
			const content = readFileSync(new URL(name, source));
			return [name, { content, hashed: hashedName(name, content) }];
		}),
);

/** Returns the name of a file with a hash of its content. */
function hashedName(name, content) {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	return name.replace(".", `-${hash}.`);
}

/** Returns the name that a file of src/ui/fonts has in dist/fonts. */
export function fontName(file) {
	return files.get(file).hashed;
}

/**
 * Returns the style sheet with the font faces. `folder` is the path of the font files relative to the style sheet, or
 * to the page that contains it.
 */
export function fontFaces(folder) {
	const text = readFileSync(new URL("src/ui/fonts.css", root), "utf8");
	return text.replace(/url\("fonts\/(.*?)"\)/g, (_, file) => `url("${folder}${fontName(file)}")`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	for (const { content, hashed } of files.values()) {
		writeFileSync(new URL(hashed, target), content);
	}
	const style = fontFaces("");
	writeFileSync(new URL(hashedName("fonts.css", style), target), style);
}
