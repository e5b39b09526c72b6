/**
 * Writes the pages below /docs to dist/docs: the documentation of users, integrators and operators, made of the
 * Markdown files of the project, with their pictures and their style, whose names have hashes of their content. Run by
 * `npm run build`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { slug } from "./slug.mjs";

/**
 * The pages by their names below /docs. No name may be that of a route of the server: a public address may have the path
 * /docs, so that /docs/api is its API.
 */
const pages = {
	guide: { label: "API guide", source: "backend/web/api/README.md" },
	errors: { label: "Error codes", source: "backend/web/api/ERRORS.md" },
	templates: { label: "Templates", source: "converters/template/README.md" },
	documents: { label: "Documents", source: "backend/DOCUMENTS.md" },
	installing: { label: "Installing", source: "build/README.md" },
	operating: { label: "Operating", source: "backend/OPERATING.md" },
	capacity: { label: "Capacity", source: "backend/CAPACITY.md" },
	security: { label: "Security", source: "SECURITY.md" },
	changes: { label: "Changes", source: "CHANGELOG.md" },
};
const names = new Map(Object.entries(pages).map(([name, { source }]) => [source, name]));

const frontend = new URL("../", import.meta.url);
const project = new URL("../", frontend);
const target = new URL("dist/docs/", frontend);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

/** Keeps a file under a name with a hash of its content, and returns its address on the pages. */
function keep(name, content) {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	const hashed = name.replace(".", `-${hash}.`);
	writeFileSync(new URL(hashed, target), content);
	return `public/${hashed}`;
}

/** Returns a PNG picture as an element, half as large as its pixels are many: sharp on every screen. */
function picture(alt, path) {
	const content = readFileSync(new URL(path, project));
	const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)].map((side) =>
		Math.ceil(side / 2),
	);
	const address = keep(`docs-${posix.basename(path)}`, content);
	return `<img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
}

/** Returns text of HTML with the tags of templates in it highlighted. */
function withTags(text) {
	return text.replace(/\{[#/^:%@~$=-]?[^{}\n]*\}|\[\[\w+\]\]/g, "<b>$&</b>");
}

/** Returns an example of a fenced block as rows, with the picture that follows it. */
function example(text, image = "") {
	const [template = "", params = "", result = ""] = text.trimEnd().split("\n---\n");
	const row = (name, content) =>
		`<div><h3>${name}</h3><pre tabindex="0" aria-label="${name}"><code>${content}</code></pre></div>`;
	const shown = image === "" ? row("Result", result.trim()) : `<p class="picture">${image}</p>`;
	return `<div class="example">${row("Template", withTags(template))}${row("Parameters", params)}${shown}</div>`;
}

/** Returns a link of a page as one that works below /docs, or as text where its target is in the sources only. */
function link(folder, address, text) {
	const [path = "", anchor] = address.split("#");
	if (path === "" || /^[a-z]+:/.test(path)) {
		return `<a href="${address.replace(/^http:\/\/127\.0\.0\.1:7420\/?/, "../")}">${text}</a>`;
	}
	const file = posix.join(folder, path);
	const name = names.get(file);
	if (name === undefined) {
		return text.includes(file) ? text : `${text} (<code>${file}</code> of the sources)`;
	}
	return `<a href="${name}${anchor === undefined ? "" : `#${anchor}`}">${text}</a>`;
}

/** Returns text of HTML without its elements and references to characters. */
function plain(html) {
	const characters = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
	return html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot);/g, (found) => characters[found]);
}

/** Returns a Markdown file as HTML, with the entries of its table of contents. */
function render(source) {
	const folder = posix.dirname(source);
	const contents = [];
	const markdown = readFileSync(new URL(source, project), "utf8").replace(/^<!--.*-->\n/gm, "");
	const html = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
		.replace(/<ul>\n(<li><a href="#[^<]*<\/a><\/li>\n)+<\/ul>\n/, "") // the page has its contents beside it
		.replace(/<h([23])>(.*?)<\/h\1>/g, (_, level, title) => {
			const id = slug(plain(title));
			if (level === "2") {
				contents.push(`<li><a href="#${id}">${plain(title)}</a></li>`);
			}
			return `<h${level} id="${id}">${title}</h${level}>`;
		})
		.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, address, inner) => link(folder, address, inner))
		.replace(
			/<p><img src="([^"]*)" alt="([^"]*)" \/><\/p>/g,
			(_, path, alt) => `<p class="picture">${picture(alt, posix.join(folder, path))}</p>`,
		)
		.replace(
			/<pre><code class="language-(?:template|sheet|slides)">([\s\S]*?)<\/code><\/pre>\n?(?:<p class="picture">(.*?)<\/p>)?/g,
			(_, block, image) => example(block, image),
		)
		.replaceAll("<pre><code", '<pre tabindex="0"><code')
		.replaceAll(/<thead>\s*<tr>(\s*<th[^>]*><\/th>)*\s*<\/tr>\s*<\/thead>\n?/g, "")
		.replaceAll(/<th([^>]*)><\/th>/g, "<td$1></td>")
		.replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
		.replaceAll("</table>", "</table></div>");
	return { html, contents: contents.join("\n"), title: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "" };
}

/** Returns the links to all pages; that of the page itself is marked. */
function navigation(current) {
	return Object.entries(pages)
		.map(([name, { label }]) => {
			const here = name === current ? ' aria-current="page"' : "";
			return `<a href="${name}"${here}>${label}</a>`;
		})
		.join("\n");
}

const style = ["src/ui/tokens.css", "src/ui/base.css", "src/docs/docs.css"].map((path) =>
	readFileSync(new URL(path, frontend), "utf8"),
);
const frame = readFileSync(new URL("src/docs/index.html", frontend), "utf8").replace(
	"public/docs.css",
	keep("docs.css", style.join("\n")),
);
for (const [name, { source }] of Object.entries(pages)) {
	const { html, contents, title } = render(source);
	const page = frame
		.replace("<!-- title -->", () => title)
		.replace("<!-- pages -->", () => navigation(name))
		.replace("<!-- contents -->", () => contents)
		.replace("<!-- text -->", () => html);
	writeFileSync(new URL(`${name}.html`, target), page);
}
