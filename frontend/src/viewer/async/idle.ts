/** Milliseconds within which an idle moment should come; where a browser tells of none, how long is waited. */
const patience = 2_000;

/** Does something when there is nothing else to do. */
export function whenIdle(then: () => void): void {
	// Safari has no such call.
	if ("requestIdleCallback" in window) {
		window.requestIdleCallback(then, { timeout: patience });
	} else {
		setTimeout(then, patience);
	}
}
