/**
 * Writes the page at /docs/templates to dist/guide: the guide of the template engine, with its pictures
 * and its style, whose names have hashes of their content. Run by `npm run build`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";

const root = new URL("../", import.meta.url);
const target = new URL("dist/guide/", root);
const guide = new URL("../converters/template/", root);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

/** Keeps a file under a name with a hash of its content, and gives its address on the page. */
function keep(name, content) {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	const hashed = name.replace(".", `-${hash}.`);
	writeFileSync(new URL(hashed, target), content);
	return `public/${hashed}`;
}

/** A picture of the guide, half as large as its pixels are many: sharp on every screen. */
function picture(alt, path) {
	const content = readFileSync(new URL(path, guide));
	const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)].map((side) =>
		Math.ceil(side / 2),
	);
	const address = keep(`guide-${path.slice(path.lastIndexOf("/") + 1)}`, content);
	return `<img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
}

/** Text of HTML with its tags of templates set off. */
function withTags(text) {
	return text.replace(/\{[#/^:%@~$=-]?[^{}\n]*\}|\[\[\w+\]\]/g, "<b>$&</b>");
}

/** An example of a fenced block as rows, with the picture that follows it. */
function example(text, image = "") {
	const [template = "", params = "", result = ""] = text.trimEnd().split("\n---\n");
	const row = (name, content) =>
		`<div><h3>${name}</h3><pre tabindex="0" aria-label="${name}"><code>${content}</code></pre></div>`;
	const shown = image === "" ? row("Result", result.trim()) : `<p class="picture">${image}</p>`;
	return `<div class="example">${row("Template", withTags(template))}${row("Parameters", params)}${shown}</div>`;
}

const source = readFileSync(new URL("README.md", guide), "utf8");
const contents = [];
const text = micromark(source, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
	.replace(/<h2>(.*?)<\/h2>/g, (_, title) => {
		const id = title.toLowerCase().replaceAll(/[^a-z]+/g, "-");
		contents.push(`<li><a href="#${id}">${title}</a></li>`);
		return `<h2 id="${id}">${title}</h2>`;
	})
	.replace(
		/<p><img src="([^"]*)" alt="([^"]*)" \/><\/p>/g,
		(_, path, alt) => `<p class="picture">${picture(alt, path)}</p>`,
	)
	.replace(
		/<pre><code class="language-(?:template|sheet|slides)">([\s\S]*?)<\/code><\/pre>\n?(?:<p class="picture">(.*?)<\/p>)?/g,
		(_, block, image) => example(block, image),
	)
	.replaceAll("<pre><code", '<pre tabindex="0"><code');

const style = ["src/ui/tokens.css", "src/ui/base.css", "src/guide/guide.css"].map((path) =>
	readFileSync(new URL(path, root), "utf8"),
);
const page = readFileSync(new URL("src/guide/index.html", root), "utf8")
	.replace("public/guide.css", keep("guide.css", style.join("\n")))
	.replace("<!-- contents -->", () => contents.join("\n"))
	.replace("<!-- guide -->", () => text);
writeFileSync(new URL("index.html", target), page);
