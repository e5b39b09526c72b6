import { describe, expect, test } from "vitest";
import { ScrollSpace, tallestElement } from "./scroll-space";

function space(height: number, view = 1_000): ScrollSpace {
	const made = new ScrollSpace();
	made.resize(height, view);
	return made;
}

describe("a document that fits", () => {
	test("is mapped as it is", () => {
		const fits = space(50_000);
		expect(fits.elementHeight).toBe(50_000);
		expect(fits.moveTo(12_345)).toBe(12_345);
		fits.handleScroll(40_000);
		expect([fits.top, fits.shift, fits.hasDrifted]).toEqual([40_000, 0, false]);
	});

	test("is not left", () => {
		const fits = space(50_000);
		expect(fits.moveTo(-5)).toBe(0);
		expect(fits.moveTo(99_999)).toBe(49_000);
	});
});

describe("a document taller than an element can be", () => {
	const height = 5 * tallestElement;

	test("has an element of bounded height whose ends are its own", () => {
		const tall = space(height);
		expect(tall.elementHeight).toBe(tallestElement);
		expect(tall.moveTo(0)).toBe(0);
		expect(tall.moveTo(height)).toBe(tallestElement - 1_000);
		expect(tall.top).toBe(height - 1_000);
	});

	test("is scrolled pixel by pixel nearby", () => {
		const tall = space(height);
		const scroll = tall.moveTo(3_000_000);
		tall.handleScroll(scroll + 120);
		expect(tall.top).toBeCloseTo(3_000_120, 3);
	});

	test("is crossed in proportion by the scroll bar", () => {
		const tall = space(height);
		tall.handleScroll((tallestElement - 1_000) / 2);
		expect(tall.top).toBeCloseTo((height - 1_000) / 2, 3);
	});

	test("notices that near moves have drifted, and is cured in place", () => {
		const tall = space(height);
		let scroll = tall.moveTo(3_000_000);
		for (let i = 0; i < 50; i++) {
			scroll += 500;
			tall.handleScroll(scroll);
		}
		expect(tall.hasDrifted).toBe(true);
		const top = tall.top;
		tall.moveTo(top);
		expect(tall.top).toBeCloseTo(top, 3);
		expect(tall.hasDrifted).toBe(false);
	});
});
