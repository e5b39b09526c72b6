import { noPages, type PageRange } from "../../core/layout/page-range";

/** The pages from one end of the selection to the other; none where nothing is selected in a page. */
export function selectedPages(): PageRange {
	const selection = document.getSelection();
	if (selection === null || selection.isCollapsed) {
		return noPages;
	}
	const ends = [pageOf(selection.anchorNode), pageOf(selection.focusNode)].filter((page) => page > 0);
	return ends.length === 0 ? noPages : { first: Math.min(...ends), last: Math.max(...ends) };
}

/** The number of the page that a node lies in; 0 outside of pages. */
function pageOf(node: Node | null): number {
	const element = node instanceof Element ? node : node?.parentElement;
	return Number(element?.closest<HTMLElement>(".page")?.dataset["page"] ?? 0);
}

/** Selects the whole paragraph, heading or cell where its line is clicked three times; a browser does so with the line. */
export function selectParagraphs(pages: HTMLElement): void {
	pages.addEventListener("click", ({ target, detail }) => {
		const line = target instanceof Element ? target.closest(".text .line") : null;
		const block = line?.closest(".text [role]");
		if (detail === 3 && block !== null && block !== undefined && block !== line) {
			document.getSelection()?.selectAllChildren(block);
		}
	});
}

/** Gives the selection up where the desk or a page without text is clicked; a browser does so only on text. */
export function releaseSelection(stage: HTMLElement): void {
	stage.addEventListener("mousedown", ({ target, button, shiftKey }) => {
		if (button === 0 && !shiftKey && target instanceof Element && target.closest(".text .line") === null) {
			document.getSelection()?.removeAllRanges();
		}
	});
}
