/**
 * Writes the pages below /docs to dist/docs: the documentation for users, integrators and operators. They are created
 * from Markdown files of the project. Pictures, the style sheet and the script are written, too, under names with hashes
 * of their content. Part of `npm run build`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";
import { fontFaces, fontName } from "./fonts.mjs";
import { markURL } from "./mark.mjs";
import { pages, topBar } from "./pages.mjs";
import { slug } from "./slug.mjs";

/** The pages that are created from Markdown, by their names below /docs. */
const sources = new Map(
	pages.flatMap(({ path, source }) => (source === undefined ? [] : [[path.replace("docs/", ""), source]])),
);
const names = new Map([...sources].map(([name, source]) => [source, name]));

const frontend = new URL("../", import.meta.url);
const project = new URL("../", frontend);
const target = new URL("dist/docs/", frontend);

const read = (path) => readFileSync(new URL(path, frontend), "utf8");

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

/** Writes a file under a name with a hash of its content, and returns its path relative to the pages. */
function writeHashed(name, content) {
	const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
	const hashed = name.replace(".", `-${hash}.`);
	writeFileSync(new URL(hashed, target), content);
	return `public/${hashed}`;
}

/**
 * Returns the HTML of a PNG picture that is shown at half its size in pixels, so that it is sharp on high-density
 * screens.
 */
function renderPicture(alt, path) {
	const content = readFileSync(new URL(path, project));
	const [width, height] = [content.readUInt32BE(16), content.readUInt32BE(20)].map((side) =>
		Math.ceil(side / 2),
	);
	const address = writeHashed(`docs-${posix.basename(path)}`, content);
	return `<img src="${address}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
}

/** Returns HTML with its template tags highlighted. */
function highlightTags(text) {
	return text.replace(/\{[#/^:%@~$=-]?[^{}\n]*\}|\[\[\w+\]\]/g, "<b>$&</b>");
}

/** Returns the HTML of code, which readers can scroll with the keyboard. The script of the page adds a copy button. */
function renderCode(content, attributes = "") {
	return `<div class="code"><pre tabindex="0"${attributes}><code>${content}</code></pre></div>`;
}

/** Returns the HTML of an example: the parts of a fenced code block, and the picture that follows it. */
function renderExample(text, image = "") {
	const [template = "", params = "", result = ""] = text.trimEnd().split("\n---\n");
	const row = (name, content) => `<div><h3>${name}</h3>${renderCode(content, ` aria-label="${name}"`)}</div>`;
	const output = image === "" ? row("Result", result.trim()) : `<p class="picture">${image}</p>`;
	return `<div class="example">${row("Template", highlightTags(template))}${row("Parameters", params)}${output}</div>`;
}

/**
 * Returns the HTML of a link, with an address that works below /docs. If the target exists only in the source code,
 * returns only the link's text.
 */
function renderLink(folder, address, text) {
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

/** Returns the plain text of HTML. */
function plainText(html) {
	const characters = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
	return html.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot);/g, (found) => characters[found]);
}

/** With fewer sections than this, a page also lists its subsections in its table of contents. */
const fewSections = 3;

/** A row with more characters than this is too long for the columns of a narrow window. */
const longRow = 80;

/**
 * Returns the HTML of a table, which readers can scroll with the keyboard. If it has long rows, a narrow window shows the
 * cells of a row below each other, with the names of their columns. The roles keep it a table for screen readers.
 */
function renderTable(content) {
	const rows = [...content.matchAll(/<tr>[\s\S]*?<\/tr>/g)].map(([row]) => row);
	if (rows.every((row) => plainText(row).replace(/\s+/g, " ").length <= longRow)) {
		return `<div class="scroll" tabindex="0"><table>${content}</table></div>`;
	}
	const head = content.includes("<thead>") ? rows[0] : "";
	const columns = [...head.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, text]) => plainText(text));
	const labelled = content.replace(/<tr>[\s\S]*?<\/tr>/g, (row) => {
		let column = -1;
		return row.replace(/<td([^>]*)>/g, (_, attributes) => {
			column++;
			const isNamed = column > 0 && columns.length > 2 && columns[column] !== "";
			return `<td role="cell"${isNamed ? ` data-column="${columns[column]}"` : ""}${attributes}>`;
		});
	});
	const table = labelled
		.replaceAll("<tr>", '<tr role="row">')
		.replaceAll(/<th(?=[ >])/g, '<th role="columnheader"')
		.replaceAll(/<(thead|tbody)>/g, '<$1 role="rowgroup">');
	return `<div class="scroll stacked" tabindex="0"><table role="table">${table}</table></div>`;
}

/** A word of code with at most this number of characters is not broken, for example at its hyphens. */
const wholeWord = 24;

/** Returns the content of inline code, whose short words stay whole. */
function keepWords(content) {
	return content.replace(/\S*-\S*/g, (word) =>
		plainText(word).length <= wholeWord ? `<span>${word}</span>` : word,
	);
}

/** Returns the entries of a table of contents, as the items of a list. */
function renderContents(headings) {
	const sections = [];
	for (const { level, id, title } of headings) {
		const link = `<a href="#${id}">${title}</a>`;
		if (level === "2") {
			sections.push({ link, subsections: [] });
		} else {
			sections.at(-1)?.subsections.push(`<li>${link}</li>`);
		}
	}
	const hasSubsections = sections.length < fewSections;
	return sections
		.map(({ link, subsections }) => {
			const list = hasSubsections && subsections.length > 0 ? `<ul>${subsections.join("")}</ul>` : "";
			return `<li>${link}${list}</li>`;
		})
		.join("\n");
}

/** Returns a Markdown file as HTML, with its title and the entries of its table of contents. */
function render(source) {
	const folder = posix.dirname(source);
	const headings = [];
	const markdown = readFileSync(new URL(source, project), "utf8").replace(/^<!--.*-->\n/gm, "");
	const html = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
		.replace(/<ul>\n(<li><a href="#[^<]*<\/a><\/li>\n)+<\/ul>\n/, "") // the page has the contents in a column
		.replace(/<h([23])>(.*?)<\/h\1>/g, (_, level, title) => {
			const id = slug(plainText(title));
			headings.push({ level, id, title: plainText(title) });
			return `<h${level} id="${id}">${title}</h${level}>`;
		})
		.replace(/<a href="([^"]*)">(.*?)<\/a>/gs, (_, address, inner) => renderLink(folder, address, inner))
		.replace(
			/<p><img src="([^"]*)" alt="([^"]*)" \/><\/p>/g,
			(_, path, alt) => `<p class="picture">${renderPicture(alt, posix.join(folder, path))}</p>`,
		)
		.replace(
			/<pre><code class="language-(?:template|sheet|slides)">([\s\S]*?)<\/code><\/pre>\n?(?:<p class="picture">(.*?)<\/p>)?/g,
			(_, block, image) => renderExample(block, image),
		)
		.replace(/<pre><code[^>]*>([\s\S]*?)<\/code><\/pre>/g, (_, content) => renderCode(content))
		.replaceAll(/<thead>\s*<tr>(\s*<th[^>]*><\/th>)*\s*<\/tr>\s*<\/thead>\n?/g, "")
		.replaceAll(/<th([^>]*)><\/th>/g, "<td$1></td>")
		.replaceAll(/<td><a ((?:(?!<\/a>).)*<\/a><\/td>)/g, '<td><a class="alone" $1')
		.replace(/(<pre[^>]*>)?<code>([^<]*)<\/code>/g, (all, pre, content) =>
			pre === undefined ? `<code>${keepWords(content)}</code>` : all,
		)
		.replace(/<table>([\s\S]*?)<\/table>/g, (_, content) => renderTable(content));
	return { html, contents: renderContents(headings), title: /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? "" };
}

/** Returns the HTML of an icon of Lucide. */
function icon(name) {
	const shapes = /<svg[^>]*>(.*)<\/svg>/s.exec(read(`node_modules/lucide-static/icons/${name}.svg`))[1];
	return `<svg class="icon ${name}-icon" viewBox="0 0 24 24" aria-hidden="true">${shapes}</svg>`;
}

const style = ["src/ui/tokens.css", "src/ui/base.css", "src/ui/top.css", "src/docs/docs.css"].map(read);
const frame = read("src/docs/index.html")
	.replace("inter.woff2", fontName("inter.woff2"))
	.replaceAll("lectern.svg", markURL)
	.replace(
		"public/docs.css",
		writeHashed("docs.css", [fontFaces("../../viewer/public/"), ...style].join("\n")),
	)
	.replace("public/docs.js", writeHashed("docs.js", read("src/docs/docs.js")))
	.replace("<!-- copy icon -->", icon("copy"))
	.replace("<!-- check icon -->", icon("check"));
for (const [name, source] of sources) {
	const { html, contents, title } = render(source);
	const page = frame
		.replace("<!-- title -->", () => title)
		.replace("<!-- top bar -->", () => topBar(`docs/${name}`, "../"))
		.replace("<!-- contents -->", () => contents)
		.replace("<!-- text -->", () => html);
	writeFileSync(new URL(`${name}.html`, target), page);
}
