import { expect, test } from "vitest";
import { inParallel } from "./parallel";

const never = new AbortController().signal;

test("processes all items with limited parallelism", async () => {
	const done: number[] = [];
	let [running, maxRunning] = [0, 0];
	await inParallel([1, 2, 3, 4, 5], 2, never, async (item) => {
		maxRunning = Math.max(maxRunning, ++running);
		await Promise.resolve();
		running--;
		done.push(item);
	});
	expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
	expect(maxRunning).toBe(2);
});

test("if one fails, the others are aborted, and no further one is started", async () => {
	const begun: number[] = [];
	const aborted: number[] = [];
	const all = inParallel([1, 2, 3, 4], 2, never, (item, signal) => {
		begun.push(item);
		return item === 2
			? Promise.reject(new Error("no"))
			: new Promise((resolve) => {
					signal.addEventListener("abort", () => {
						aborted.push(item);
						resolve();
					});
				});
	});
	await expect(all).rejects.toThrow("no");
	expect(aborted).toEqual([1]);
	expect(begun).toEqual([1, 2]);
});

test("stops when it is aborted", async () => {
	await expect(inParallel([1], 1, AbortSignal.abort(), () => Promise.resolve())).rejects.toThrow("abort");
	const controller = new AbortController();
	const begun: number[] = [];
	const all = inParallel([1, 2], 1, controller.signal, (item) => {
		begun.push(item);
		controller.abort();
		return Promise.resolve();
	});
	await expect(all).rejects.toThrow("abort");
	expect(begun).toEqual([1]);
});
