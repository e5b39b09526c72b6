/**
 * Processes items, at most `parallel` of them at the same time. After a failure, no further item is started, and the
 * signals passed to the running calls of `process` are aborted. Aborting `signal` has the same effect.
 */
export async function inParallel<T>(
	items: Iterable<T>,
	parallel: number,
	signal: AbortSignal,
	process: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const controller = new AbortController();
	const abort = () => {
		controller.abort(signal.reason);
	};
	signal.throwIfAborted();
	signal.addEventListener("abort", abort);
	const remaining = [...items].values();
	const worker = async () => {
		for (const item of remaining) {
			controller.signal.throwIfAborted();
			await process(item, controller.signal);
		}
	};
	try {
		await Promise.all(Array.from({ length: parallel }, worker));
	} catch (error) {
		controller.abort();
		throw error;
	} finally {
		signal.removeEventListener("abort", abort);
	}
}
