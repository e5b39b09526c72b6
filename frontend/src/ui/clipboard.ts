/** Puts a text into the clipboard; also where the page came over plain HTTP from another machine. */
export async function copyText(text: string): Promise<void> {
	// A browser has no clipboard for pages that others could have changed on their way.
	const clipboard = navigator.clipboard as Clipboard | undefined;
	if (clipboard !== undefined) {
		await clipboard.writeText(text);
		return;
	}
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
	if (!copied) {
		throw new Error("the browser lets this page copy nothing");
	}
}
