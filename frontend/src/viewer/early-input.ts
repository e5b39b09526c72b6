/** What was clicked or entered last while the script was not there, as the page notes by itself. */
interface Early {
	early?: EventTarget | null;
}

/** Does again what somebody was too early for: a click on a button, or Enter in a field. */
export function catchUp(): void {
	const { early } = window as Early;
	(window as Early).early = null;
	if (!(early instanceof Element) || !early.isConnected) {
		return;
	}
	if (early instanceof HTMLFormElement) {
		early.requestSubmit();
	} else {
		early.closest("button")?.click();
	}
}
