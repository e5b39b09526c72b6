/** Milliseconds after which nobody waits any longer: what is not looked at is not painted. */
const patience = 300;

/**
 * Waits until the page that came with the HTML is on the screen, so that a script which puts
 * the viewer together does not come between it and its reader.
 */
export function firstPaint(): Promise<void> {
	return new Promise((resolve) => {
		const observer = new PerformanceObserver((list) => {
			if (list.getEntriesByName("first-contentful-paint").length > 0) {
				done();
			}
		});
		const timer = setTimeout(done, patience);
		function done(): void {
			observer.disconnect();
			clearTimeout(timer);
			resolve();
		}
		observer.observe({ type: "paint", buffered: true });
	});
}
