/**
 * Puts a text into the clipboard; also where the page came over plain HTTP from another machine, or lies in a window
 * whose clipboard is closed to it. An Error where nothing is copied.
 */
export async function copyText(text: string): Promise<void> {
	if (!(await write(text)) && !copySelected(text)) {
		throw new Error("the browser lets this page copy nothing");
	}
}

async function write(text: string): Promise<boolean> {
	// A browser has no clipboard for pages that others could have changed on their way.
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
	// Within an open dialog, which would take the focus back.
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
