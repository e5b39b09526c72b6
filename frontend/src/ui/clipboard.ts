/**
 * Copies a text to the clipboard, also on pages from plain HTTP on another machine, and in frames without access to
 * the clipboard. Throws an Error if this fails.
 */
export async function copyText(text: string): Promise<void> {
	if (!(await write(text)) && !copySelected(text)) {
		throw new Error("the browser lets this page copy nothing");
	}
}

async function write(text: string): Promise<boolean> {
	// Browsers provide the clipboard API only to pages from secure connections.
	const clipboard = navigator.clipboard as Clipboard | undefined;
	try {
		await clipboard?.writeText(text);
		return clipboard !== undefined;
	} catch {
		return false;
	}
}

function copySelected(text: string): boolean {
	const before = document.activeElement;
	const field = document.createElement("textarea");
	field.value = text;
	field.className = "visually-hidden";
	// While a dialog is open, only an element within it can have the focus.
	(before?.closest("[role=dialog]") ?? document.body).append(field);
	field.select();
	// eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way there
	const copied = document.execCommand("copy");
	field.remove();
	if (before instanceof HTMLElement) {
		before.focus();
	}
	return copied;
}
