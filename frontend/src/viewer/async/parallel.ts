/**
 * Processes items with limited concurrency. After a failure no other item is started, and the running ones are
 * cancelled by their signal, as they are when `signal` is aborted.
 */
export async function inParallel<T>(
	items: Iterable<T>,
	parallel: number,
	signal: AbortSignal,
	work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const over = new AbortController();
	const end = () => {
		over.abort(signal.reason);
	};
	signal.throwIfAborted();
	signal.addEventListener("abort", end);
	const waiting = [...items].values();
	const worker = async () => {
		for (const item of waiting) {
			over.signal.throwIfAborted();
			await work(item, over.signal);
		}
	};
	try {
		await Promise.all(Array.from({ length: parallel }, worker));
	} catch (error) {
		over.abort();
		throw error;
	} finally {
		signal.removeEventListener("abort", end);
	}
}
