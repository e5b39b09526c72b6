import { itemNumber } from "../../core/text/copy-text";
import { type LinkedPassage, linkedPassages, type Run } from "../../core/text/linked-passages";
import type { PageWords } from "../../core/text/page-text";
import { translations } from "../translations";

/**
 * A text node of reflowed text. For each letter of the node, `letters` has the letter's number among all letters of the
 * page's words, as in LinkedPassage.
 */
export interface ReflowText {
	readonly node: Text;
	readonly letters: readonly number[];
}

const textsOfElements = new WeakMap<Element, readonly ReflowText[]>();

/** Returns the text nodes in an element that {@link makeReflow} has created. */
export function textsIn(reflow: Element): readonly ReflowText[] {
	return textsOfElements.get(reflow) ?? [];
}

/**
 * Returns the text of a page as headings, paragraphs, lists and tables, without the layout of the page. Elements that
 * continue on the next page have `data-continues`. A link to another page is an `a` element with `data-page` and
 * without a URL.
 */
export function makeReflow(words: PageWords): HTMLElement {
	const root = document.createElement("div");
	root.className = "reflow";
	root.dir = "auto";
	let list: HTMLElement | undefined;
	const texts: ReflowText[] = [];
	for (const passage of linkedPassages(words)) {
		const element = passage.kind === "item" ? makeItem(passage) : makePassage(passage);
		texts.push(...textsOf(element, passage));
		if (passage.kind !== "item") {
			list = undefined;
			root.append(element);
			continue;
		}
		const number = itemNumber(passage.text);
		if (list?.localName !== (number === undefined ? "ul" : "ol")) {
			list = makeList(number);
			root.append(list);
		}
		list.append(element);
	}
	if (root.childElementCount === 0) {
		root.append(makeEmptyNote());
	}
	textsOfElements.set(root, texts);
	return root;
}

/** Returns the note on a page without text, such as a scan. */
function makeEmptyNote(): HTMLElement {
	const note = document.createElement("p");
	note.className = "other";
	note.textContent = translations.noText;
	return note;
}

/** Returns the text nodes of a passage's element, except for those that only separate lines and cells. */
function textsOf(element: HTMLElement, { runs, letters }: LinkedPassage): ReflowText[] {
	const fullText = runs.map(({ text }) => text).join("");
	const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
	const texts: ReflowText[] = [];
	let offset = 0;
	while (walker.nextNode() !== null) {
		const node = walker.currentNode as Text;
		offset = fullText.indexOf(node.data, offset);
		texts.push({ node, letters: letters.slice(offset, offset + node.length) });
		offset += node.length;
	}
	return texts;
}

function makeList(number: number | undefined): HTMLElement {
	if (number === undefined) {
		return document.createElement("ul");
	}
	const list = document.createElement("ol");
	list.start = number;
	return list;
}

function makeItem(passage: LinkedPassage): HTMLElement {
	const item = appendRuns(document.createElement("li"), passage.runs);
	item.dir = "auto";
	if (passage.level > 1) {
		item.dataset["level"] = String(Math.min(passage.level, 6));
	}
	return markContinuation(item, passage);
}

function makePassage(passage: LinkedPassage): HTMLElement {
	if (passage.rows !== undefined) {
		return makeTable(passage.rows);
	}
	const level = Math.min(Math.max(passage.level, 1), 6);
	const name = passage.kind === "heading" ? `h${level}` : "p";
	const element = appendRuns(document.createElement(name), passage.runs);
	element.dir = "auto";
	if (passage.kind === "caption" || passage.kind === "other") {
		element.className = passage.kind;
	}
	return markContinuation(element, passage);
}

function markContinuation(element: HTMLElement, { continues }: LinkedPassage): HTMLElement {
	if (continues) {
		element.dataset["continues"] = "";
	}
	return element;
}

/** Returns a table in a box that scrolls if the table is wider than the text. */
function makeTable(rows: readonly (readonly string[])[]): HTMLElement {
	const box = document.createElement("div");
	box.className = "table";
	box.tabIndex = 0;
	box.setAttribute("role", "group");
	const table = document.createElement("table");
	for (const cells of rows) {
		const row = table.insertRow();
		for (const cell of cells) {
			const data = row.insertCell();
			data.dir = "auto";
			data.textContent = cell;
		}
	}
	box.append(table);
	return box;
}

/** Adds text with its links and line breaks to an element. */
function appendRuns(element: HTMLElement, runs: readonly Run[]): HTMLElement {
	for (const { text, target } of runs) {
		const parts = text
			.split("\n")
			.flatMap((line, index) => (index === 0 ? [line] : [document.createElement("br"), line]));
		if (target === undefined) {
			element.append(...parts);
			continue;
		}
		const link = document.createElement("a");
		link.append(...parts);
		if (target.uri !== undefined) {
			link.href = target.uri;
			link.target = "_blank";
			link.rel = "noopener noreferrer";
		} else {
			link.dataset["page"] = String(target.page);
			link.setAttribute("role", "link");
			link.tabIndex = 0;
		}
		element.append(link);
	}
	return element;
}
