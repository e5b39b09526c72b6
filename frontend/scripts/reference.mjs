/**
 * Writes the page at /docs to dist/reference: its own files and the library that renders it. All are compressed with
 * gzip, as the server sends them. Part of `npm run build`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

const root = new URL("../", import.meta.url);
const target = new URL("dist/reference/", root);

/** The source files of the page's resources, by the names that the page uses. */
const parts = {
	"reference.css": "src/reference/reference.css",
	"reference.js": "src/reference/reference.js",
	"scalar.js": "node_modules/@scalar/api-reference/dist/browser/standalone.js",
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
let page = readFileSync(new URL("src/reference/index.html", root), "utf8");
for (const [name, source] of Object.entries(parts)) {
	const content = readFileSync(new URL(source, root));
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	const hashed = name.replace(".", `-${hash}.`);
	page = page.replace(`docs/public/${name}`, `docs/public/${hashed}`);
	writeFileSync(new URL(`${hashed}.gz`, target), gzipSync(content, { level: 9 }));
}
writeFileSync(new URL("index.html", target), page);
