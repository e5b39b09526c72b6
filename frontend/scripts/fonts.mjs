/**
 * Writes the font of the interface to dist/fonts: its files, under names with hashes of their content, and the style
 * sheet of its faces. The server serves them as /viewer/public/<file>, for all pages but that of the window, to which
 * Vite adds files of its own. Part of `npm run build`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const source = new URL("src/ui/fonts/", root);
const target = new URL("dist/fonts/", root);

/** The files of the font by their names in src/ui/fonts. */
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

/** Returns the name in dist/fonts of a file in src/ui/fonts. */
export function fontName(file) {
	return files.get(file).hashed;
}

/** Returns the style sheet of the font's faces. folder is the path from the sheet or its page to the files. */
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
