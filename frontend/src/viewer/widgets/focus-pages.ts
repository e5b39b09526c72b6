/**
 * Moves the focus to the pages, so that keys and screen readers continue there. If the viewer shows no pages, the focus
 * stays where it is. In a frame that does not have the focus, the viewer does not take it from the page around the
 * frame.
 */
export function focusPages(): void {
	if (document.hasFocus()) {
		document.getElementById("stage")?.focus({ preventScroll: true });
	}
}
