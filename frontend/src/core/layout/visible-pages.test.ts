import { describe, expect, test } from "vitest";
import type { Layout, Rect } from "./layout";
import { spreadLayout } from "./row-layouts";
import { PageSizes } from "./page-sizes";
import { columnLayout, horizontalLayout } from "./linear-layouts";
import { currentPage, loadingOrder, pagesIn, withMargins } from "./visible-pages";
import { containsPage } from "./page-range";

const frame = { width: 500, height: 300, gutter: 0, margin: 0, gap: 0 };
const layout = columnLayout(new PageSizes([[10_000, 100, 100]]), 1, frame);
/** Returns the visible area of a window at a vertical position. */
function visibleArea(top: number): Rect {
	return { left: 0, top, width: 500, height: 300 };
}

function pagesAround(layout: Layout, area: Rect, pixels: number) {
	return pagesIn(layout, withMargins(layout, area, { before: pixels, after: pixels }));
}

const empty = columnLayout(new PageSizes([]), 1, frame);

describe("pagesIn", () => {
	test("contains the pages that touch the window", () => {
		expect(pagesIn(layout, visibleArea(150))).toEqual({ first: 2, last: 5 });
	});

	test("widens the window by the margins", () => {
		expect(pagesAround(layout, visibleArea(550), 300)).toEqual({ first: 3, last: 12 });
	});

	test("stays within the document", () => {
		expect(pagesAround(layout, visibleArea(0), 9_000).first).toBe(1);
		expect(pagesAround(layout, visibleArea(999_700), 9_000).last).toBe(10_000);
	});

	test("contains whole rows, and pages next to each other", () => {
		const spreads = spreadLayout(new PageSizes([[9, 100, 100]]), 1, frame, true);
		expect(pagesIn(spreads, { left: 300, top: 150, width: 1, height: 1 })).toEqual({ first: 2, last: 3 });
		const layout = horizontalLayout(new PageSizes([[99, 100, 100]]), 1, frame);
		expect(pagesAround(layout, { ...visibleArea(0), left: 1_050 }, 200)).toEqual({ first: 9, last: 18 });
	});

	test("is empty for a document without pages", () => {
		const range = pagesIn(empty, visibleArea(0));
		expect(containsPage(range, 1)).toBe(false);
		expect(loadingOrder(range, range, 0)).toEqual([]);
	});
});

describe("currentPage", () => {
	test.each([
		["at the top", 0, 1],
		["a little below it", 10, 2],
		["in the middle of the window", 5_000, 52],
		["at the bottom", 999_700, 10_000],
	])("%s", (_, top, page) => {
		expect(currentPage(layout, visibleArea(top))).toBe(page);
	});

	test("is the first of its row", () => {
		const spreads = spreadLayout(new PageSizes([[8, 100, 100]]), 1, { ...frame, height: 100 }, false);
		expect(currentPage(spreads, { ...visibleArea(110), height: 100 })).toBe(3);
		expect(currentPage(spreads, { ...visibleArea(300), height: 100 })).toBe(7);
	});

	test("follows a horizontal layout to the right", () => {
		const layout = horizontalLayout(new PageSizes([[99, 100, 100]]), 1, frame);
		expect(currentPage(layout, { ...visibleArea(0), left: 1_010 })).toBe(13);
		expect(currentPage(layout, { ...visibleArea(0), left: 9_400 })).toBe(99);
	});

	test("is 0 without pages", () => {
		expect(currentPage(empty, visibleArea(0))).toBe(0);
	});
});

test("pages in view load first, of them the current one, then the nearest", () => {
	expect(loadingOrder({ first: 1, last: 8 }, { first: 4, last: 6 }, 5)).toEqual([5, 6, 4, 7, 3, 8, 2, 1]);
	expect(loadingOrder({ first: 1, last: 4 }, { first: 3, last: 4 }, 4)).toEqual([4, 3, 2, 1]);
});
