import { expect, test } from "vitest";
import { inParallel } from "./parallel";

const never = new AbortController().signal;

test("work is done for all, so many at a time", async () => {
	const done: number[] = [];
	let [now, most] = [0, 0];
	await inParallel([1, 2, 3, 4, 5], 2, never, async (item) => {
		most = Math.max(most, ++now);
		await Promise.resolve();
		now--;
		done.push(item);
	});
	expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
	expect(most).toBe(2);
});

test("when it fails for one the others are told, and no further is begun", async () => {
	const begun: number[] = [];
	const told: number[] = [];
	const all = inParallel([1, 2, 3, 4], 2, never, (item, signal) => {
		begun.push(item);
		return item === 2
			? Promise.reject(new Error("no"))
			: new Promise((resolve) => {
					signal.addEventListener("abort", () => {
						told.push(item);
						resolve();
					});
				});
	});
	await expect(all).rejects.toThrow("no");
	expect(told).toEqual([1]);
	expect(begun).toEqual([1, 2]);
});

test("what is ended ends", async () => {
	await expect(inParallel([1], 1, AbortSignal.abort(), () => Promise.resolve())).rejects.toThrow("abort");
	const ends = new AbortController();
	const begun: number[] = [];
	const all = inParallel([1, 2], 1, ends.signal, (item) => {
		begun.push(item);
		ends.abort();
		return Promise.resolve();
	});
	await expect(all).rejects.toThrow("abort");
	expect(begun).toEqual([1]);
});
