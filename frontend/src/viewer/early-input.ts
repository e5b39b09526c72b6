/**
 * The target of the last click or form submission before the script was loaded. An inline script of the page records
 * it.
 */
interface EarlyInput {
	early?: EventTarget | null;
}

/** Repeats the reader's input from before the script was loaded: a click on a button, or Enter in a field. */
export function replayEarlyInput(): void {
	const { early } = window as EarlyInput;
	(window as EarlyInput).early = null;
	if (!(early instanceof Element) || !early.isConnected) {
		return;
	}
	if (early instanceof HTMLFormElement) {
		early.requestSubmit();
	} else {
		early.closest("button")?.click();
	}
}
