/**
 * Scrolls to a message that has just appeared below a field if the focus is in the same element. Waits for the next
 * frame, because the focus and the elements above may be about to move.
 */
export function scrollToMessage(message: HTMLElement): void {
	requestAnimationFrame(() => {
		if (message.parentElement?.contains(document.activeElement) === true) {
			message.scrollIntoView({ block: "nearest" });
		}
	});
}
