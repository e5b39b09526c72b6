import { expect, test } from "vitest";
import { TextHeights } from "./text-heights";

test("pages that are not known are as high as those that are, on average", () => {
	const heights = new TextHeights();
	heights.setLayout(600, 1);
	expect(heights.runs(5, 600, 2)).toEqual([[5, 300, 450]]);
	expect(heights.recordHeight(2, 100)).toBe(true);
	expect(heights.recordHeight(4, 299.5)).toBe(true);
	expect(heights.recordHeight(4, 300)).toBe(false);
	expect(heights.runs(5, 600, 2)).toEqual([
		[1, 300, 100],
		[1, 300, 50],
		[1, 300, 100],
		[1, 300, 150],
		[1, 300, 100],
	]);
});

test("heights are discarded when the width changes, and those of removed pages are ignored", () => {
	const heights = new TextHeights();
	heights.setLayout(600, 1);
	heights.recordHeight(7, 100);
	heights.setLayout(600, 1);
	expect(heights.runs(3, 600, 1)).toEqual([[3, 600, 100]]);
	heights.setLayout(500, 1);
	expect(heights.runs(3, 500, 1)).toEqual([[3, 500, 900]]);
});

test("an empty page is seen for one", () => {
	const heights = new TextHeights();
	heights.setLayout(600, 1);
	heights.recordHeight(1, 0);
	expect(heights.runs(1, 600, 1)).toEqual([[1, 600, 48]]);
});
