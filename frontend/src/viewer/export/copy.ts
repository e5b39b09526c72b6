import type { SessionClient } from "../../api/session";
import { type Copied, copyOf } from "../../core/text/copy-text";
import { lineText, type Passage, passagesOf } from "../../core/text/passages";
import { fillPlaceholders } from "../../core/format/placeholders";
import { announce } from "../widgets/announce";
import { words } from "../words";
import { isWhole, lineNumber, wordsIn } from "../pages/text-layer";
import { copyWhole } from "./whole-text";

/** The document from which text is copied. */
export interface CopySource {
	/** The element whose children are the pages in the DOM. */
	readonly pages: HTMLElement;
	readonly client: SessionClient;
	readonly selectable: boolean;
	/** Whether the pages are reflowed text, which browsers copy correctly on their own. */
	readonly text: boolean;
	/** Returns the number of pages of the document, and its version. */
	readonly state: () => { readonly count: number; readonly version: number };
}

/**
 * Makes copying put well-formed text into the clipboard: in paragraphs instead of lines, and without the layout of the
 * text layer. Nothing is copied if the text is not selectable. If everything is selected, the whole document is copied,
 * including pages that are not in the DOM.
 */
export function copyText(source: CopySource): void {
	document.addEventListener("copy", (event) => {
		const selection = document.getSelection();
		if (selection === null || selection.isCollapsed || event.clipboardData === null) {
			return;
		}
		if (event.target instanceof HTMLInputElement) {
			return; // which has a selection of its own
		}
		if (!selection.containsNode(source.pages, true) || (source.text && source.selectable)) {
			return;
		}
		event.preventDefault();
		const copied = source.selectable
			? copyOf(selectedPassages(selection, source.pages))
			: { text: "", html: "" };
		event.clipboardData.setData("text/plain", copied.text);
		if (copied.html !== "") {
			event.clipboardData.setData("text/html", copied.html);
		}
		if (source.selectable && isAll(selection, source.pages)) {
			void addTheRest(source);
		}
	});
}

/** Returns the selected passages of the pages in the DOM. */
function selectedPassages(selection: Selection, pages: HTMLElement): Passage[] {
	const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
	return [...pages.querySelectorAll(".page .text")].flatMap((layer) => {
		const words = wordsIn(layer);
		if (words === undefined || !ranges.some((range) => range.intersectsNode(layer))) {
			return [];
		}
		const parts = new Map<number, string>();
		for (const line of layer.querySelectorAll(".line")) {
			const number = lineNumber(line);
			if (number !== undefined) {
				parts.set(number, partOf(line, lineText(words.lines[number]), ranges));
			}
		}
		return passagesOf(words, (line) => parts.get(line));
	});
}

/** Returns the part of a line that is within ranges. */
function partOf(line: Element, text: string, ranges: readonly Range[]): string {
	for (const range of ranges.filter((one) => one.intersectsNode(line))) {
		const own = document.createRange();
		own.selectNodeContents(line);
		if (
			range.compareBoundaryPoints(Range.START_TO_START, own) <= 0 &&
			range.compareBoundaryPoints(Range.END_TO_END, own) >= 0
		) {
			return text;
		}
		if (range.compareBoundaryPoints(Range.START_TO_START, own) > 0) {
			own.setStart(range.startContainer, range.startOffset);
		}
		if (range.compareBoundaryPoints(Range.END_TO_END, own) < 0) {
			own.setEnd(range.endContainer, range.endOffset);
		}
		return own.toString().trim();
	}
	return "";
}

/** Reports whether all pages are selected as a whole, not from one word to another. */
function isAll({ anchorNode, focusNode }: Selection, pages: HTMLElement): boolean {
	return anchorNode === pages && focusNode === pages;
}

/**
 * Replaces the content of the clipboard with the text of all pages if some are not in the DOM. The pages in the DOM are
 * copied already.
 */
async function addTheRest(source: CopySource): Promise<void> {
	const { count, version } = source.state();
	const there = [...source.pages.querySelectorAll(".page .text")].filter(isWhole).length;
	if (there >= count) {
		return;
	}
	try {
		if (!window.isSecureContext) {
			throw new Error("the clipboard is not to be had over plain HTTP");
		}
		announce(fillPlaceholders(words.copying, { count }));
		await writeClipboard(copyWhole(source.client, count, version));
		announce(fillPlaceholders(words.copied, { count }));
	} catch {
		announce(fillPlaceholders(words.copiedPart, { part: there, count }));
	}
}

/**
 * Writes content that arrives later into the clipboard. The call itself happens within the reader's gesture, as
 * browsers require.
 */
async function writeClipboard(copied: Promise<Copied>): Promise<void> {
	const blob = (type: string, part: (copied: Copied) => string) =>
		copied.then((all) => new Blob([part(all)], { type }));
	await navigator.clipboard.write([
		new ClipboardItem({
			"text/plain": blob("text/plain", ({ text }) => text),
			"text/html": blob("text/html", ({ text, html }) => (html === "" ? asHTML(text) : html)),
		}),
	]);
}

/** Returns a text as HTML, with special characters escaped. */
function asHTML(text: string): string {
	const element = document.createElement("pre");
	element.textContent = text;
	return element.outerHTML;
}
