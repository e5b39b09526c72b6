/**
 * The maximum wait for an idle moment in milliseconds. In browsers without idle callbacks, the function is always
 * called after this time.
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
