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
	const told: boolean[] = [];
	const all = inParallel([1, 2, 3, 4], 2, never, (item, signal) => {
		begun.push(item);
		signal.addEventListener("abort", () => told.push(true));
		return item === 2 ? Promise.reject(new Error("no")) : new Promise((resolve) => setTimeout(resolve, 1));
	});
	await expect(all).rejects.toThrow("no");
	expect(told).toEqual([true, true]);
	expect(begun).toEqual([1, 2]);
});

test("what is ended ends", async () => {
	await expect(inParallel([1], 1, AbortSignal.abort(), () => Promise.resolve())).rejects.toThrow("abort");
});
