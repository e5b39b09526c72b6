/**
 * Returns a function that schedules a call of `run` before the next paint. Further calls of the function before that
 * paint have no effect.
 */
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
