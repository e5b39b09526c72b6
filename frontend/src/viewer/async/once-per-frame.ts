/** Returns a function that calls `run` before the next paint, once for all its calls until then. */
export function oncePerFrame(run: () => void): () => void {
	let isScheduled = false;
	return () => {
		if (!isScheduled) {
			isScheduled = true;
			requestAnimationFrame(() => {
				isScheduled = false;
				run();
			});
		}
	};
}
