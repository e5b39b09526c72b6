/**
 * Copies a text to the clipboard. This works even where the clipboard API is unavailable: on pages that come from
 * another machine by plain HTTP, and in frames without the permission to use it. Throws an Error if copying fails.
 */
export async function copyText(text: string): Promise<void> {
	if (!(await write(text)) && !copySelected(text)) {
		throw new Error("the browser lets this page copy nothing");
	}
}

async function write(text: string): Promise<boolean> {
	// Undefined on pages that do not come from a secure connection.
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
	// Add the field to the open dialog, if any: while a dialog is open, only elements within it can have the focus.
	(before?.closest("[role=dialog]") ?? document.body).append(field);
	field.select();
	// eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without the clipboard API
	const copied = document.execCommand("copy");
	field.remove();
	if (before instanceof HTMLElement) {
		before.focus();
	}
	return copied;
}
