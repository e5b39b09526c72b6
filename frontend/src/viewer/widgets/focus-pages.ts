/**
 * Moves the focus to the pages, so that keys and a screen reader continue there. Without pages the focus stays where
 * it is. A viewer in a frame that does not have the focus never takes it from the page around it.
 */
export function focusPages(): void {
	if (document.hasFocus()) {
		document.getElementById("stage")?.focus({ preventScroll: true });
	}
}
