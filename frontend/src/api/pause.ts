/**
 * Waits for a number of milliseconds. Rejects with the reason of the signal as soon as it is aborted, or at once if it
 * already is.
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
