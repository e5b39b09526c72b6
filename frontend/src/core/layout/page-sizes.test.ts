import { describe, expect, test } from "vitest";
import { lastAtMost, PageSizes } from "./page-sizes";

describe("PageSizes", () => {
	const sizes = new PageSizes([
		[3, 595, 842],
		[1, 842, 595],
		[9_996, 100, 200],
	]);

	test("counts the pages of all runs", () => {
		expect(sizes.count).toBe(10_000);
		expect(new PageSizes([]).count).toBe(0);
	});

	test.each([
		[1, 595, 842],
		[3, 595, 842],
		[4, 842, 595],
		[5, 100, 200],
		[10_000, 100, 200],
	])("page %i is %i × %i", (page, width, height) => {
		expect(sizes.size(page)).toEqual({ width, height });
	});

	test.each([0, -1, 10_001, NaN])("has no page %d", (page) => {
		expect(() => sizes.size(page)).toThrow(RangeError);
	});
});

test.each([
	[5, 0],
	[10, 0],
	[19, 0],
	[20, 1],
	[35, 2],
])("the last value at most %i has index %i", (limit, index) => {
	expect(lastAtMost([10, 20, 30], limit)).toBe(index);
});
