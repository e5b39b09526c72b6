/** The maximum wait for an idle moment in milliseconds. Browsers without idle callbacks always wait this long. */
const patience = 2_000;

/** Calls a function when the browser is idle. */
export function whenIdle(then: () => void): void {
	// Safari does not support requestIdleCallback.
	if ("requestIdleCallback" in window) {
		window.requestIdleCallback(then, { timeout: patience });
	} else {
		setTimeout(then, patience);
	}
}
