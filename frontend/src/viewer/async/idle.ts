/**
 * The maximum wait for an idle moment in milliseconds. Browsers without idle callbacks always wait this long before
 * they call the function.
 */
const maxWait = 2_000;

/** Calls a function when the browser is idle. */
export function whenIdle(callback: () => void): void {
	// Safari does not support requestIdleCallback.
	if ("requestIdleCallback" in window) {
		window.requestIdleCallback(callback, { timeout: maxWait });
	} else {
		setTimeout(callback, maxWait);
	}
}
