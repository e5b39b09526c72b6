/** The maximum length of a selection that becomes the search text, in characters. */
const maxSelected = 100;

/**
 * Returns the selected text as one line; empty if nothing is selected, or if the selection is too long to be searched
 * for.
 */
export function selectedText(pages: HTMLElement): string {
	const selection = document.getSelection();
	if (selection === null || !pages.contains(selection.anchorNode)) {
		return "";
	}
	const text = selection.toString().replace(/\s+/g, " ").trim();
	return text.length <= maxSelected ? text : "";
}
