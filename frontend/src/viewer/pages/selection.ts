import { noPages, type PageRange } from "../../core/layout/page-range";

/** Returns the pages from one end of the selection to the other; an empty range if no page text is selected. */
export function selectedPages(): PageRange {
	const selection = document.getSelection();
	if (selection === null || selection.isCollapsed) {
		return noPages;
	}
	const endPages = [pageOf(selection.anchorNode), pageOf(selection.focusNode)].filter((page) => page > 0);
	return endPages.length === 0 ? noPages : { first: Math.min(...endPages), last: Math.max(...endPages) };
}

/** Selects the pages, without the controls. */
export function selectPages(): void {
	const pages = document.getElementById("pages");
	if (pages !== null) {
		document.getSelection()?.selectAllChildren(pages);
	}
}

/** Returns the number of the page that contains a node; 0 outside of pages. */
function pageOf(node: Node | null): number {
	const element = node instanceof Element ? node : node?.parentElement;
	return Number(element?.closest<HTMLElement>(".page")?.dataset["page"] ?? 0);
}

/** Makes a triple click select the whole paragraph, heading or cell. By default, browsers select only the line. */
export function selectParagraphs(pages: HTMLElement): void {
	pages.addEventListener("click", ({ target, detail }) => {
		const line = target instanceof Element ? target.closest(".text .line") : null;
		const block = line?.closest(".text [role]");
		if (detail === 3 && block !== null && block !== undefined && block !== line) {
			document.getSelection()?.selectAllChildren(block);
		}
	});
}

/**
 * Clears the selection when the background or a page without text is clicked. By default, browsers clear it only when
 * text is clicked.
 */
export function releaseSelection(stage: HTMLElement): void {
	stage.addEventListener("mousedown", ({ target, button, shiftKey }) => {
		if (button === 0 && !shiftKey && target instanceof Element && target.closest(".text .line") === null) {
			document.getSelection()?.removeAllRanges();
		}
	});
}
