import type { SessionClient } from "../../api/session";
import { type ClipboardContent, clipboardContent } from "../../core/text/copy-text";
import { lineText, type Passage, passagesOf } from "../../core/text/passages";
import { fillPlaceholders } from "../../core/format/placeholders";
import { announce } from "../widgets/announce";
import { translations } from "../translations";
import { hasAllLines, lineNumber, wordsIn } from "../pages/text-layer";
import { fetchClipboardContent } from "./whole-text";

/** The document from which text is copied. */
export interface CopySource {
	/** The element whose children are those pages that are in the DOM. */
	readonly pages: HTMLElement;
	readonly client: SessionClient;
	readonly selectable: boolean;
	/** Reports whether the pages are reflowed text, which browsers copy correctly on their own. */
	readonly isReflowed: () => boolean;
	/** Returns the number of pages of the document, and its version. */
	readonly state: () => { readonly count: number; readonly version: number };
}

/**
 * Makes copying write well-formed text to the clipboard: paragraphs instead of lines, without the markup of the text
 * layer. If text may not be selected, nothing is copied. If everything is selected, the whole document is copied,
 * including pages that are not in the DOM.
 */
export function copyText(source: CopySource): void {
	document.addEventListener("copy", (event) => {
		const selection = document.getSelection();
		if (selection === null || selection.isCollapsed || event.clipboardData === null) {
			return;
		}
		if (event.target instanceof HTMLInputElement) {
			return; // a field has its own selection
		}
		if (!selection.containsNode(source.pages, true) || (source.isReflowed() && source.selectable)) {
			return;
		}
		event.preventDefault();
		const content = source.selectable
			? clipboardContent(selectedPassages(selection, source.pages))
			: { text: "", html: "" };
		event.clipboardData.setData("text/plain", content.text);
		if (content.html !== "") {
			event.clipboardData.setData("text/html", content.html);
		}
		if (source.selectable && isEverythingSelected(selection, source.pages)) {
			void copyAllPages(source);
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

/** Returns the part of a line's text that is within the selected ranges. */
function partOf(line: Element, text: string, ranges: readonly Range[]): string {
	for (const range of ranges.filter((one) => one.intersectsNode(line))) {
		const lineRange = document.createRange();
		lineRange.selectNodeContents(line);
		if (
			range.compareBoundaryPoints(Range.START_TO_START, lineRange) <= 0 &&
			range.compareBoundaryPoints(Range.END_TO_END, lineRange) >= 0
		) {
			return text;
		}
		if (range.compareBoundaryPoints(Range.START_TO_START, lineRange) > 0) {
			lineRange.setStart(range.startContainer, range.startOffset);
		}
		if (range.compareBoundaryPoints(Range.END_TO_END, lineRange) < 0) {
			lineRange.setEnd(range.endContainer, range.endOffset);
		}
		return lineRange.toString().trim();
	}
	return "";
}

/**
 * Reports whether all pages are selected as a whole, as by a Select All command, and not only from one word to another.
 */
function isEverythingSelected({ anchorNode, focusNode }: Selection, pages: HTMLElement): boolean {
	return anchorNode === pages && focusNode === pages;
}

/**
 * Replaces the content of the clipboard with the text of all pages. If all pages are in the DOM, the function does
 * nothing, because their text is already copied.
 */
async function copyAllPages(source: CopySource): Promise<void> {
	const { count, version } = source.state();
	const loadedPages = [...source.pages.querySelectorAll(".page .text")].filter(hasAllLines).length;
	if (loadedPages >= count) {
		return;
	}
	try {
		if (!window.isSecureContext) {
			throw new Error("the clipboard is not available over plain HTTP");
		}
		announce(fillPlaceholders(translations.copying, { count }));
		await writeClipboard(fetchClipboardContent(source.client, count, version));
		announce(fillPlaceholders(translations.copied, { count }));
	} catch {
		announce(fillPlaceholders(translations.copiedPart, { part: loadedPages, count }));
	}
}

/**
 * Writes content to the clipboard once its promise resolves. Must be called while the reader's key press or click is
 * handled, as browsers require.
 */
async function writeClipboard(content: Promise<ClipboardContent>): Promise<void> {
	const blob = (type: string, part: (content: ClipboardContent) => string) =>
		content.then((all) => new Blob([part(all)], { type }));
	await navigator.clipboard.write([
		new ClipboardItem({
			"text/plain": blob("text/plain", ({ text }) => text),
			"text/html": blob("text/html", ({ text, html }) => (html === "" ? toHTML(text) : html)),
		}),
	]);
}

/** Returns a text as HTML, with special characters escaped. */
function toHTML(text: string): string {
	const element = document.createElement("pre");
	element.textContent = text;
	return element.outerHTML;
}
