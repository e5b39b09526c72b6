/**
 * Writes the page at /docs to dist/reference: its own files and the library that renders it. All are compressed with
 * gzip, as the server sends them. Part of `npm run build`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { fontFaces, fontName } from "./fonts.mjs";
import { markURL } from "./mark.mjs";
import { topBar } from "./pages.mjs";

const root = new URL("../", import.meta.url);
const target = new URL("dist/reference/", root);

const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The placeholder that the library shows instead of an API key. */
const placeholder = "QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT";

/** Returns the script of the library with a different placeholder for the API key. */
function library() {
	const script = read("node_modules/@scalar/api-reference/dist/browser/standalone.js");
	if (!script.includes(placeholder)) {
		throw new Error("The placeholder for the key is no longer in the script of @scalar/api-reference.");
	}
	return script.replaceAll(placeholder, "Your API key");
}

/** The contents of the files that the page loads, by the names that the page uses. */
const parts = {
	"reference.css": [
		fontFaces("../../viewer/public/"),
		read("src/ui/tokens.css"),
		read("src/ui/top.css"),
		read("src/reference/reference.css"),
	].join("\n"),
	"reference.js": read("src/reference/reference.js"),
	"scalar.js": library(),
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
let page = read("src/reference/index.html")
	.replace("inter.woff2", fontName("inter.woff2"))
	.replaceAll("lectern.svg", markURL)
	.replace("<!-- top bar -->", topBar("docs"));
for (const [name, content] of Object.entries(parts)) {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	const hashed = name.replace(".", `-${hash}.`);
	page = page.replace(`docs/public/${name}`, `docs/public/${hashed}`);
	writeFileSync(new URL(`${hashed}.gz`, target), gzipSync(content, { level: 9 }));
}
writeFileSync(new URL("index.html", target), page);
