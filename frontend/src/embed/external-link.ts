/**
 * Opens a viewer in a new tab or window without access to the page. Must be called while a click or key press is
 * handled. Throws an Error if the browser blocks the new tab or window.
 */
export function openExternal(address: string): void {
	const { userActivation } = navigator as Partial<Navigator>; // undefined in older browsers
	if (userActivation && !userActivation.isActive) {
		throw new Error("A window needs a click or key.");
	}
	const opened = window.open(address, "_blank"); // with "noopener", the result would always be null
	if (!opened) {
		throw new Error("The browser blocked the new window. Allow pop-ups for this page, and try again.");
	}
	opened.opener = null;
}
