import { joinPassages, type Passage } from "./passages";

/** The content of the clipboard after copying. */
export interface ClipboardContent {
	readonly text: string;
	/**
	 * The text as HTML with headings, paragraphs, lists and tables, but without styles. It contains nothing that is
	 * unsafe to paste.
	 */
	readonly html: string;
}

/** Converts the passages of one or more pages to the content of the clipboard. */
export function clipboardContent(passages: readonly Passage[]): ClipboardContent {
	const joined = joinPassages(passages).map((passage) => ({
		...passage,
		text: normalizeBullet(passage.text),
	}));
	let text = "";
	for (const [index, passage] of joined.entries()) {
		const before = joined[index - 1];
		const isListed = before?.kind === "item" && passage.kind === "item";
		text += (before === undefined ? "" : isListed ? "\n" : "\n\n") + passage.text;
	}
	return { text, html: htmlOf(joined) };
}

/** Matches the marks of list items at the beginning of a text. */
const bullet = /^[•◦▪▫‣⁃∙·●○■□◆◇►▶✓✔➢➤›–—*\uE000-\uF8FF\uFFFD-] ?/u;
const ordinal = /^\(?(\d{1,3})[.)]\)? /u;

/**
 * Replaces a bullet in the private use area of Unicode with a common bullet. Only symbol fonts have the characters of
 * that area.
 */
function normalizeBullet(text: string): string {
	return text.replace(/^[\uE000-\uF8FF](?= |$)/u, "•");
}

function htmlOf(passages: readonly Passage[]): string {
	const [only] = passages;
	if (passages.length === 1 && only !== undefined && only.kind !== "table" && only.kind !== "heading") {
		return htmlLines(only.text);
	}
	let html = "";
	let open: string[] = [];
	for (const passage of passages) {
		const lists = listsOf(passage, open);
		const shared = commonPrefixLength(open, lists);
		html += open.slice(shared).reverse().map(closingTag).join("");
		html += lists
			.slice(shared)
			.map((list, index) => openingTag(list, passage, shared + index + 1 === lists.length))
			.join("");
		open = lists;
		html += passageElement(passage);
	}
	return html + open.reverse().map(closingTag).join("");
}

/** Returns the lists that contain a passage, outermost first. */
function listsOf(passage: Passage, open: readonly string[]): string[] {
	if (passage.kind !== "item") {
		return [];
	}
	const depth = Math.min(Math.max(passage.level, 1), 9);
	const name = ordinal.test(passage.text) ? "ol" : "ul";
	return Array.from({ length: depth }, (_, index) => (index === depth - 1 ? name : (open[index] ?? "ul")));
}

function commonPrefixLength(a: readonly string[], b: readonly string[]): number {
	const end = a.findIndex((name, index) => name !== b[index]);
	return end < 0 ? Math.min(a.length, b.length) : end;
}

function openingTag(name: string, { text }: Passage, innermost: boolean): string {
	const start = innermost && name === "ol" ? Number(ordinal.exec(text)?.[1] ?? 1) : 1;
	return start === 1 ? `<${name}>` : `<${name} start="${start}">`;
}

function closingTag(name: string): string {
	return `</${name}>`;
}

function passageElement(passage: Passage): string {
	const { kind, level, text, rows } = passage;
	if (rows !== undefined) {
		const row = (cells: readonly string[]) =>
			`<tr>${cells.map((cell) => `<td>${htmlLines(cell)}</td>`).join("")}</tr>`;
		return `<table>${rows.map(row).join("")}</table>`;
	}
	if (kind === "item") {
		return `<li>${htmlLines(withoutBullet(text))}</li>`;
	}
	const name = kind === "heading" ? `h${Math.min(Math.max(level, 1), 6)}` : "p";
	return `<${name}>${htmlLines(text)}</${name}>`;
}

/** Returns the text of a list item without its mark. */
export function withoutBullet(text: string): string {
	return text.replace(ordinal, "").replace(bullet, "");
}

/** Returns the number of a numbered list item; undefined if it has none. */
export function itemNumber(text: string): number | undefined {
	const number = ordinal.exec(text)?.[1];
	return number === undefined ? undefined : Number(number);
}

function htmlLines(text: string): string {
	return escapeHtml(text).replaceAll("\n", "<br>");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/gu, (character) => entities[character] ?? character);
}
