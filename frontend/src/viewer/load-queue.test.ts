import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadQueue } from "./load-queue";

/** A queue whose loads end when the test says so. */
function manual(parallel: number) {
	const started: number[] = [];
	const aborted: number[] = [];
	const failures: number[] = [];
	const ends = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();
	const queue = new LoadQueue({
		load: (page, signal) =>
			new Promise<void>((resolve, reject) => {
				started.push(page);
				ends.set(page, { resolve, reject });
				signal.addEventListener("abort", () => {
					aborted.push(page);
					reject(new Error("aborted"));
				});
			}),
		failed: (page) => failures.push(page),
		delay: (count) => count * 1_000,
		parallel,
	});
	return { queue, started, aborted, failures, ends };
}

/** Lets promises that are settled run their course. */
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
});
