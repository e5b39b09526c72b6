import { describe, expect, it } from "vitest";
import { FastScroll } from "./fast-scroll";

const rest = 100;

/** Returns for each of several scroll positions, 16 ms apart, whether the list is scrolled too fast. */
function fly(...places: readonly number[]): boolean[] {
	const fastScroll = new FastScroll(rest);
	return places.map((first, i) => fastScroll.passes({ first, end: first + 30 }, i * 16));
}

describe("Flight", () => {
	it("is not one where there is time to look", () => {
		expect(fly(0, 6, 12, 35, 29)).toEqual([false, false, false, false, false]);
	});

	it("begins with the second jump", () => {
		expect(fly(0, 0, 500, 1000, 970, 3000)).toEqual([false, false, true, true, true, true]);
	});

	it("is not a jump alone, wherever to", () => {
		const fastScroll = new FastScroll(rest);
		expect(fastScroll.passes({ first: 0, end: 30 }, 0)).toBe(false);
		expect(fastScroll.passes({ first: 99_970, end: 100_000 }, 1000)).toBe(false);
		expect(fastScroll.passes({ first: 0, end: 30 }, 1000 + rest + 1)).toBe(false);
	});
});
