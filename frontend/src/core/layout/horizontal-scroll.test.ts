import { describe, expect, test } from "vitest";
import { alignedLeft, alignedTop, fitsWidth, leftAfterPageChange } from "./horizontal-scroll";
import { PageSizes } from "./page-sizes";
import { columnLayout } from "./linear-layouts";

const frame = { width: 420, height: 700, gutter: 8, margin: 12, gap: 12 };
const layout = columnLayout(
	new PageSizes([
		[1, 404, 600],
		[2, 600, 404],
		[1, 100, 100],
	]),
	1,
	frame,
);

/** Returns the position of a page's middle in the window. */
function middle(page: number, left: number): number {
	const rect = layout.rect(page);
	return rect.left + rect.width / 2 - left;
}

test("a page fits with its gutters, not by itself alone", () => {
	expect(fitsWidth(layout.rect(1), frame)).toBe(true);
	expect(fitsWidth(layout.rect(1), { ...frame, width: 410 })).toBe(false);
	expect(fitsWidth(layout.rect(2), frame)).toBe(false);
});

describe("alignedLeft", () => {
	test.each([-50, 0, 98, 1_000])(
		"a page that fits is centered, whatever the requested position (%i)",
		(requested) => {
			expect(middle(1, alignedLeft(layout.rect(1), frame, requested))).toBe(210);
			expect(middle(4, alignedLeft(layout.rect(4), frame, requested))).toBe(210);
		},
	);

	test.each([
		["left of the page", -100, 0],
		["within the page", 77, 77],
		["right of the page", 9_999, 616 - 420],
	])("a wide page is met %s", (_, requested, left) => {
		expect(alignedLeft(layout.rect(2), frame, requested)).toBe(left);
	});

	test("changes from filling to centering without a jump", () => {
		const width = frame.width - 2 * frame.gutter;
		const [just, barely] = [width + 0.6, width + 0.4].map((w) =>
			alignedLeft({ left: 100, top: 0, width: w, height: 1 }, frame, 0),
		);
		expect(Math.abs((just ?? 0) - (barely ?? 9))).toBeLessThan(1);
	});
});

describe("leftAfterPageChange", () => {
	test("stays between pages of one width", () => {
		expect(leftAfterPageChange(layout, frame, { previousPage: 2, page: 3, left: 120 })).toBe(120);
	});

	test("begins a wider page at its left edge", () => {
		expect(leftAfterPageChange(layout, frame, { previousPage: 1, page: 2, left: 98 })).toBe(0);
		expect(leftAfterPageChange(layout, frame, { previousPage: 0, page: 2, left: 98 })).toBe(0);
	});

	test("brings a narrower page into the middle", () => {
		expect(middle(1, leftAfterPageChange(layout, frame, { previousPage: 3, page: 1, left: 196 }))).toBe(210);
	});
});

describe("alignedTop", () => {
	const rect = { left: 0, top: 100, width: 10, height: 300 };

	test("puts a page that fits into the middle", () => {
		expect(alignedTop(rect, frame, 9_999)).toBe(100 - 200);
	});

	test.each([
		[-999, 88],
		[120, 120],
		[9_999, 100 + 1_000 + 12 - 700],
	])("keeps a high page in the window (%i)", (requested, top) => {
		expect(alignedTop({ ...rect, height: 1_000 }, frame, requested)).toBe(top);
	});
});
