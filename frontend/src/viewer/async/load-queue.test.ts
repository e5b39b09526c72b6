import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadQueue } from "./load-queue";

const slowDelay = 1_000;

/** Returns a queue whose loads are completed by the test. */
function makeQueue(parallel: number) {
	const started: number[] = [];
	const aborted: number[] = [];
	const failures: number[] = [];
	const slow: number[] = [];
	const busy: boolean[] = [];
	const pendingLoads = new Map<
		number,
		{ resolve: (whole?: boolean) => void; reject: (error: Error) => void }
	>();
	const queue = new LoadQueue({
		load: (page, signal) =>
			new Promise<boolean>((resolve, reject) => {
				started.push(page);
				pendingLoads.set(page, {
					resolve: (whole = true) => {
						resolve(whole);
					},
					reject,
				});
				signal.addEventListener("abort", () => {
					aborted.push(page);
					reject(new Error("aborted"));
				});
			}),
		onFailure: (page) => failures.push(page),
		onSlow: (page) => slow.push(page),
		onBusyChange: (is) => busy.push(is),
		retryDelay: (count, error) => (error instanceof RangeError ? undefined : count * 1_000),
		parallel,
		maxParallel: parallel + 1,
		slowAfter: slowDelay,
	});
	return { queue, started, aborted, failures, slow, busy, pendingLoads };
}

/** Lets the callbacks of settled promises run. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("LoadQueue", () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test("loads in order, no more at once than allowed", async () => {
		const { queue, started, pendingLoads } = makeQueue(2);
		queue.setWanted([5, 4, 6, 3]);
		expect(started).toEqual([5, 4]);
		pendingLoads.get(4)?.resolve();
		await settle();
		expect(started).toEqual([5, 4, 6]);
	});

	test("loads the rest of a page after the missing parts of others", async () => {
		const { queue, started, pendingLoads } = makeQueue(2);
		queue.setWanted([1, 2, 3]);
		pendingLoads.get(1)?.resolve(false);
		await settle();
		expect(started).toEqual([1, 2, 3]);
		pendingLoads.get(2)?.resolve();
		await settle();
		expect(started).toEqual([1, 2, 3, 1]);
		pendingLoads.get(1)?.resolve();
		pendingLoads.get(3)?.resolve();
		await settle();
		expect(started).toEqual([1, 2, 3, 1]);
	});

	test("reports when it is busy, and when it is idle again", async () => {
		const { queue, busy, pendingLoads } = makeQueue(2);
		queue.setWanted([1, 2, 3]);
		expect(busy).toEqual([true]);
		for (const page of [1, 2, 3]) {
			pendingLoads.get(page)?.resolve();
			await settle();
		}
		expect(busy).toEqual([true, false]);
	});

	test("loads nothing while it is held, and all of it afterwards", async () => {
		const { queue, started, aborted, failures } = makeQueue(2);
		queue.setWanted([1, 2, 3]);
		queue.setPaused(true);
		queue.setWanted([1, 2, 3]);
		await settle();
		expect(aborted).toEqual([1, 2]);
		expect(started).toEqual([1, 2]);
		queue.setPaused(false);
		expect(started).toEqual([1, 2, 1, 2]);
		expect(failures).toEqual([]);
	});

	test("abandons what is no longer wanted and keeps what still is", async () => {
		const { queue, started, aborted, failures } = makeQueue(2);
		queue.setWanted([1, 2, 3]);
		queue.setWanted([2, 9]);
		await settle();
		expect(aborted).toEqual([1]);
		expect(started).toEqual([1, 2, 9]);
		expect(failures).toEqual([]);
	});

	test("a page wanted again after it was abandoned is loaded anew", async () => {
		const { queue, started } = makeQueue(1);
		queue.setWanted([1]);
		queue.setWanted([2]);
		await settle();
		queue.setWanted([1]);
		await settle();
		expect(started).toEqual([1, 2, 1]);
	});

	test("reports a failure, continues, and retries after a growing delay", async () => {
		const { queue, started, failures, pendingLoads } = makeQueue(1);
		queue.setWanted([1, 2]);
		pendingLoads.get(1)?.reject(new Error("no network"));
		await settle();
		expect(failures).toEqual([1]);
		expect(started).toEqual([1, 2]);
		pendingLoads.get(2)?.resolve();
		await vi.advanceTimersByTimeAsync(1_000);
		expect(started).toEqual([1, 2, 1]);
		pendingLoads.get(1)?.reject(new Error("no network"));
		await vi.advanceTimersByTimeAsync(1_999);
		expect(started).toHaveLength(3);
		await vi.advanceTimersByTimeAsync(1);
		expect(started).toHaveLength(4);
	});

	test("does not try again what is no longer wanted", async () => {
		const { queue, started, pendingLoads } = makeQueue(1);
		queue.setWanted([1]);
		pendingLoads.get(1)?.reject(new Error("no network"));
		await settle();
		queue.setWanted([]);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(started).toEqual([1]);
	});

	test("retries at once on request", async () => {
		const { queue, started, pendingLoads } = makeQueue(1);
		queue.setWanted([1]);
		pendingLoads.get(1)?.reject(new Error("no network"));
		await settle();
		queue.retry();
		expect(started).toEqual([1, 1]);
	});

	test("tries again what is to be left to a reader only when that page is named", async () => {
		const { queue, started, pendingLoads } = makeQueue(1);
		queue.setWanted([1, 2]);
		pendingLoads.get(1)?.reject(new RangeError("it takes too long"));
		await settle();
		pendingLoads.get(2)?.reject(new RangeError("it takes too long"));
		await vi.advanceTimersByTimeAsync(60_000);
		queue.setWanted([1, 2]);
		queue.retry();
		expect(started).toEqual([1, 2]);
		queue.retry(2);
		expect(started).toEqual([1, 2, 2]);
	});

	test("a page with a manual retry is retried when the reader returns to it", async () => {
		const { queue, started, pendingLoads } = makeQueue(1);
		queue.setWanted([1]);
		pendingLoads.get(1)?.reject(new RangeError("it takes too long"));
		await settle();
		queue.setWanted([2]);
		queue.setWanted([1]);
		expect(started).toEqual([1, 2, 1]);
	});

	test("begins anew when the pages have become others", async () => {
		const { queue, started, aborted, pendingLoads } = makeQueue(2);
		queue.setWanted([1, 2, 3, 4]);
		pendingLoads.get(1)?.reject(new RangeError("it takes too long"));
		pendingLoads.get(2)?.reject(new Error("no network"));
		await settle();
		queue.reset();
		queue.setWanted([1, 2, 3, 4]);
		await vi.advanceTimersByTimeAsync(slowDelay - 1);
		expect(aborted).toEqual([3, 4]);
		expect(started).toEqual([1, 2, 3, 4, 1, 2]);
	});

	describe("slow pages", () => {
		test("do not count against those that are loaded at once", async () => {
			const { queue, started, aborted, slow, pendingLoads } = makeQueue(3);
			queue.setWanted([1, 2, 3, 4, 5]);
			await vi.advanceTimersByTimeAsync(slowDelay - 1);
			expect(started).toEqual([1, 2, 3]);
			expect(slow).toEqual([]);
			await vi.advanceTimersByTimeAsync(1);
			expect(slow).toEqual([1, 2, 3]);
			expect(started).toEqual([1, 2, 3, 4]);
			pendingLoads.get(4)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 5]);
			expect(aborted).toEqual([]);
		});

		test("are stopped, the least wanted first, if they occupy the whole queue, and restarted after the others", async () => {
			// The queue loads at most two pages at a time, slow pages included.
			const { queue, started, aborted, pendingLoads } = makeQueue(1);
			queue.setWanted([1, 2, 3, 4]);
			await vi.advanceTimersByTimeAsync(2 * slowDelay);
			expect(started).toEqual([1, 2, 3]);
			expect(aborted).toEqual([2]);
			pendingLoads.get(3)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4]);
			pendingLoads.get(4)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 2]);
		});

		test("are stopped once, so that each of them ends", async () => {
			const { queue, started, aborted, pendingLoads } = makeQueue(1);
			queue.setWanted([1, 2, 3, 4]);
			await vi.advanceTimersByTimeAsync(60 * slowDelay);
			expect(aborted).toEqual([2, 3]);
			expect(started).toEqual([1, 2, 3, 4]);
			pendingLoads.get(1)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 2]);
			await vi.advanceTimersByTimeAsync(60 * slowDelay);
			expect(aborted).toEqual([2, 3]);
		});

		test("are abandoned when they are no longer wanted", async () => {
			const { queue, started, aborted, failures } = makeQueue(1);
			queue.setWanted([1, 2]);
			await vi.advanceTimersByTimeAsync(2 * slowDelay);
			queue.setWanted([7, 8]);
			await settle();
			expect(aborted).toEqual([1, 2]);
			expect(failures).toEqual([]);
			expect(started).toEqual([1, 2, 7]);
		});

		test("are stopped for a page that the reader goes to", async () => {
			const { queue, started, aborted } = makeQueue(1);
			queue.setWanted([1, 2]);
			await vi.advanceTimersByTimeAsync(2 * slowDelay);
			queue.setWanted([3, 2, 1]);
			await settle();
			expect(started).toEqual([1, 2, 3]);
			expect(aborted).toEqual([1]);
		});
	});
});
