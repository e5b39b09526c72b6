/**
 * Waits for a number of milliseconds. If the signal is aborted before or during this time, the promise is rejected with
 * the signal's reason.
 */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	signal.throwIfAborted();
	const listeners = new AbortController();
	await new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, milliseconds);
		const finish = () => {
			clearTimeout(timer);
			resolve();
		};
		signal.addEventListener("abort", finish, { signal: listeners.signal });
	});
	listeners.abort();
	signal.throwIfAborted();
}
