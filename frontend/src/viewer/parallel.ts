/**
 * Does work for each item, so many at a time. Where it fails for one, no other is begun: those that are under way
 * are told by their signal, and so they are when `signal` is aborted.
 */
export async function inParallel<T>(
	items: Iterable<T>,
	parallel: number,
	signal: AbortSignal,
	work: (item: T, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const failed = new AbortController();
	const either = AbortSignal.any([signal, failed.signal]);
	const waiting = [...items].values();
	const worker = async () => {
		for (const item of waiting) {
			either.throwIfAborted();
			await work(item, either);
		}
	};
	try {
		await Promise.all(Array.from({ length: parallel }, worker));
	} catch (error) {
		failed.abort();
		throw error;
	}
}
