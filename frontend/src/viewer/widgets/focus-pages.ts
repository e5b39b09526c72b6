/**
 * Moves the focus to the pages, so that keys and screen readers continue there. Without pages, the focus stays where it
 * is. If the viewer is in a frame that does not have the focus, it does not take the focus from the page around it.
 */
export function focusPages(): void {
	if (document.hasFocus()) {
		document.getElementById("stage")?.focus({ preventScroll: true });
	}
}
