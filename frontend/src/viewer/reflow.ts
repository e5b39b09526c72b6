import { numberOf } from "../core/copytext";
import { linkedPassages, type LinkedPassage, type Run } from "../core/reflow";
import type { PageWords } from "../core/textlayer";

/**
 * The text of a page to be read without its layout: headings, paragraphs, lists, tables. What goes on on the next
 * page has `data-continues`. Links to pages are buttons of the document: an `a` with `data-page` and without an
 * address.
 */
export function makeReflow(words: PageWords): HTMLElement {
	const root = document.createElement("div");
	root.className = "reflow";
	root.dir = "auto";
	let list: HTMLElement | undefined;
	for (const passage of linkedPassages(words)) {
		if (passage.kind !== "item") {
			list = undefined;
			root.append(makePassage(passage));
			continue;
		}
		const number = numberOf(passage.text);
		if (list?.localName !== (number === undefined ? "ul" : "ol")) {
			list = makeList(number);
			root.append(list);
		}
		list.append(makeItem(passage));
	}
	return root;
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
	const item = fill(document.createElement("li"), passage.runs);
	item.dir = "auto";
	if (passage.level > 1) {
		item.dataset["level"] = String(Math.min(passage.level, 6));
	}
	return markEnd(item, passage);
}

function makePassage(passage: LinkedPassage): HTMLElement {
	if (passage.rows !== undefined) {
		return makeTable(passage.rows);
	}
	const level = Math.min(Math.max(passage.level, 1), 6);
	const name = passage.kind === "heading" ? `h${level}` : "p";
	const element = fill(document.createElement(name), passage.runs);
	element.dir = "auto";
	if (passage.kind === "caption" || passage.kind === "other") {
		element.className = passage.kind;
	}
	return markEnd(element, passage);
}

function markEnd(element: HTMLElement, { continues }: LinkedPassage): HTMLElement {
	if (continues) {
		element.dataset["continues"] = "";
	}
	return element;
}

/** A table in a box that scrolls where the table is wider than the text. */
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

/** Puts text into an element, with its links and line ends. */
function fill(element: HTMLElement, runs: readonly Run[]): HTMLElement {
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
