/**
 * The maximum wait in milliseconds. Without a limit, the wait would never end in a hidden tab, which is never painted.
 */
const maxWait = 300;

/**
 * Waits until the browser has painted the page from the HTML, so that starting the viewer does not delay this first
 * paint.
 */
export function firstPaint(): Promise<void> {
	return new Promise((resolve) => {
		const observer = new PerformanceObserver((list) => {
			if (list.getEntriesByName("first-contentful-paint").length > 0) {
				done();
			}
		});
		const timer = setTimeout(done, maxWait);
		function done(): void {
			observer.disconnect();
			clearTimeout(timer);
			resolve();
		}
		observer.observe({ type: "paint", buffered: true });
	});
}
