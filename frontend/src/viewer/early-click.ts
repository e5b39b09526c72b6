/** What was clicked last while the script was not there, as the page notes by itself. */
interface Early {
	earlyClick?: EventTarget | null;
}

/** Clicks again on the button that somebody was too early for. */
export function catchUp(): void {
	const early = window as Early;
	const button = early.earlyClick instanceof Element ? early.earlyClick.closest("button") : null;
	early.earlyClick = null;
	if (button?.isConnected === true) {
		button.click();
	}
}
