import { describe, expect, it } from "vitest";
import { FastScroll } from "./fast-scroll";

const idleTime = 100;

/** Returns for each of several scroll positions, 16 ms apart, whether the list is scrolled too fast. */
function scrollThrough(...positions: readonly number[]): boolean[] {
	const fastScroll = new FastScroll(idleTime);
	return positions.map((first, i) => fastScroll.isTooFast({ first, end: first + 30 }, i * 16));
}

describe("FastScroll", () => {
	it("is not too fast if there is time to look", () => {
		expect(scrollThrough(0, 6, 12, 35, 29)).toEqual([false, false, false, false, false]);
	});

	it("begins with the second jump", () => {
		expect(scrollThrough(0, 0, 500, 1000, 970, 3000)).toEqual([false, false, true, true, true, true]);
	});

	it("is not too fast after a single jump", () => {
		const fastScroll = new FastScroll(idleTime);
		expect(fastScroll.isTooFast({ first: 0, end: 30 }, 0)).toBe(false);
		expect(fastScroll.isTooFast({ first: 99_970, end: 100_000 }, 1000)).toBe(false);
		expect(fastScroll.isTooFast({ first: 0, end: 30 }, 1000 + idleTime + 1)).toBe(false);
	});
});
