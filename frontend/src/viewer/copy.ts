/**
 * Copies the words of pages as words alone. Left to itself the browser copies how
 * they are laid over the picture, too: transparent, at fixed places, which is how a
 * letter that they are pasted into would show them, or rather not. Where they are not
 * selectable nothing of them is copied.
 */
export function copyPlainText(pages: HTMLElement, selectable: boolean): void {
	document.addEventListener("copy", (event) => {
		const selection = document.getSelection();
		if (selection === null || selection.isCollapsed || event.clipboardData === null) {
			return;
		}
		if (selection.containsNode(pages, true)) {
			event.clipboardData.setData("text/plain", selectable ? selection.toString().trim() : "");
			event.preventDefault();
		}
	});
}
