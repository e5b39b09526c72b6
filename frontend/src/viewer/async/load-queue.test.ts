import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadQueue } from "./load-queue";

const patience = 1_000;

/** Returns a queue whose loads are completed by the test. */
function manual(parallel: number) {
	const started: number[] = [];
	const aborted: number[] = [];
	const failures: number[] = [];
	const slow: number[] = [];
	const busy: boolean[] = [];
	const ends = new Map<number, { resolve: (whole?: boolean) => void; reject: (error: Error) => void }>();
	const queue = new LoadQueue({
		load: (page, signal) =>
			new Promise<boolean>((resolve, reject) => {
				started.push(page);
				ends.set(page, {
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
		failed: (page) => failures.push(page),
		slow: (page) => slow.push(page),
		busy: (is) => busy.push(is),
		delay: (count, error) => (error instanceof RangeError ? undefined : count * 1_000),
		parallel,
		most: parallel + 1,
		patience,
	});
	return { queue, started, aborted, failures, slow, busy, ends };
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
		const { queue, started, ends } = manual(2);
		queue.want([5, 4, 6, 3]);
		expect(started).toEqual([5, 4]);
		ends.get(4)?.resolve();
		await settle();
		expect(started).toEqual([5, 4, 6]);
	});

	test("loads the rest of a page after what others lack", async () => {
		const { queue, started, ends } = manual(2);
		queue.want([1, 2, 3]);
		ends.get(1)?.resolve(false);
		await settle();
		expect(started).toEqual([1, 2, 3]);
		ends.get(2)?.resolve();
		await settle();
		expect(started).toEqual([1, 2, 3, 1]);
		ends.get(1)?.resolve();
		ends.get(3)?.resolve();
		await settle();
		expect(started).toEqual([1, 2, 3, 1]);
	});

	test("tells when there is something to load, and when there is nothing more", async () => {
		const { queue, busy, ends } = manual(2);
		queue.want([1, 2, 3]);
		expect(busy).toEqual([true]);
		for (const page of [1, 2, 3]) {
			ends.get(page)?.resolve();
			await settle();
		}
		expect(busy).toEqual([true, false]);
	});

	test("loads nothing while it is held, and all of it afterwards", async () => {
		const { queue, started, aborted, failures } = manual(2);
		queue.want([1, 2, 3]);
		queue.hold(true);
		queue.want([1, 2, 3]);
		await settle();
		expect(aborted).toEqual([1, 2]);
		expect(started).toEqual([1, 2]);
		queue.hold(false);
		expect(started).toEqual([1, 2, 1, 2]);
		expect(failures).toEqual([]);
	});

	test("abandons what is no longer wanted and keeps what still is", async () => {
		const { queue, started, aborted, failures } = manual(2);
		queue.want([1, 2, 3]);
		queue.want([2, 9]);
		await settle();
		expect(aborted).toEqual([1]);
		expect(started).toEqual([1, 2, 9]);
		expect(failures).toEqual([]);
	});

	test("a page wanted again after it was abandoned is loaded anew", async () => {
		const { queue, started } = manual(1);
		queue.want([1]);
		queue.want([2]);
		await settle();
		queue.want([1]);
		await settle();
		expect(started).toEqual([1, 2, 1]);
	});

	test("reports a failure, goes on, and tries again after a growing delay", async () => {
		const { queue, started, failures, ends } = manual(1);
		queue.want([1, 2]);
		ends.get(1)?.reject(new Error("no network"));
		await settle();
		expect(failures).toEqual([1]);
		expect(started).toEqual([1, 2]);
		ends.get(2)?.resolve();
		await vi.advanceTimersByTimeAsync(1_000);
		expect(started).toEqual([1, 2, 1]);
		ends.get(1)?.reject(new Error("no network"));
		await vi.advanceTimersByTimeAsync(1_999);
		expect(started).toHaveLength(3);
		await vi.advanceTimersByTimeAsync(1);
		expect(started).toHaveLength(4);
	});

	test("does not try again what is no longer wanted", async () => {
		const { queue, started, ends } = manual(1);
		queue.want([1]);
		ends.get(1)?.reject(new Error("no network"));
		await settle();
		queue.want([]);
		await vi.advanceTimersByTimeAsync(60_000);
		expect(started).toEqual([1]);
	});

	test("tries again at once when asked to", async () => {
		const { queue, started, ends } = manual(1);
		queue.want([1]);
		ends.get(1)?.reject(new Error("no network"));
		await settle();
		queue.retry();
		expect(started).toEqual([1, 1]);
	});

	test("tries again what is to be left to a reader only when that page is named", async () => {
		const { queue, started, ends } = manual(1);
		queue.want([1, 2]);
		ends.get(1)?.reject(new RangeError("it takes too long"));
		await settle();
		ends.get(2)?.reject(new RangeError("it takes too long"));
		await vi.advanceTimersByTimeAsync(60_000);
		queue.want([1, 2]);
		queue.retry();
		expect(started).toEqual([1, 2]);
		queue.retry(2);
		expect(started).toEqual([1, 2, 2]);
	});

	test("what was left to a reader is tried when the reader comes back to it", async () => {
		const { queue, started, ends } = manual(1);
		queue.want([1]);
		ends.get(1)?.reject(new RangeError("it takes too long"));
		await settle();
		queue.want([2]);
		queue.want([1]);
		expect(started).toEqual([1, 2, 1]);
	});

	test("begins anew when the pages have become others", async () => {
		const { queue, started, aborted, ends } = manual(2);
		queue.want([1, 2, 3, 4]);
		ends.get(1)?.reject(new RangeError("it takes too long"));
		ends.get(2)?.reject(new Error("no network"));
		await settle();
		queue.reset();
		queue.want([1, 2, 3, 4]);
		await vi.advanceTimersByTimeAsync(patience - 1);
		expect(aborted).toEqual([3, 4]);
		expect(started).toEqual([1, 2, 3, 4, 1, 2]);
	});

	describe("pages that take long", () => {
		test("do not count against those that are loaded at once", async () => {
			const { queue, started, aborted, slow, ends } = manual(3);
			queue.want([1, 2, 3, 4, 5]);
			await vi.advanceTimersByTimeAsync(patience - 1);
			expect(started).toEqual([1, 2, 3]);
			expect(slow).toEqual([]);
			await vi.advanceTimersByTimeAsync(1);
			expect(slow).toEqual([1, 2, 3]);
			expect(started).toEqual([1, 2, 3, 4]);
			ends.get(4)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 5]);
			expect(aborted).toEqual([]);
		});

		test("are stopped, the least wanted one first, where they take all the room, and begun anew after the others", async () => {
			const { queue, started, aborted, ends } = manual(1); // of two in all
			queue.want([1, 2, 3, 4]);
			await vi.advanceTimersByTimeAsync(2 * patience);
			expect(started).toEqual([1, 2, 3]);
			expect(aborted).toEqual([2]);
			ends.get(3)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4]);
			ends.get(4)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 2]);
		});

		test("are stopped once, so that each of them ends", async () => {
			const { queue, started, aborted, ends } = manual(1);
			queue.want([1, 2, 3, 4]);
			await vi.advanceTimersByTimeAsync(60 * patience);
			expect(aborted).toEqual([2, 3]);
			expect(started).toEqual([1, 2, 3, 4]);
			ends.get(1)?.resolve();
			await settle();
			expect(started).toEqual([1, 2, 3, 4, 2]);
			await vi.advanceTimersByTimeAsync(60 * patience);
			expect(aborted).toEqual([2, 3]);
		});

		test("are abandoned when they are no longer wanted", async () => {
			const { queue, started, aborted, failures } = manual(1);
			queue.want([1, 2]);
			await vi.advanceTimersByTimeAsync(2 * patience);
			queue.want([7, 8]);
			await settle();
			expect(aborted).toEqual([1, 2]);
			expect(failures).toEqual([]);
			expect(started).toEqual([1, 2, 7]);
		});

		test("are stopped for a page that the reader has come to", async () => {
			const { queue, started, aborted } = manual(1);
			queue.want([1, 2]);
			await vi.advanceTimersByTimeAsync(2 * patience);
			queue.want([3, 2, 1]);
			await settle();
			expect(started).toEqual([1, 2, 3]);
			expect(aborted).toEqual([1]);
		});
	});
});
