import { describe, expect, test } from "vitest";
import { columnLayout } from "./layout";
import { PageSizes } from "./sizes";
import { contains, currentPage, loadingOrder, pagesIn } from "./visible";

const frame = { width: 500, height: 300, gutter: 0, margin: 0, gap: 0 };
const layout = columnLayout(new PageSizes([[10_000, 100, 100]]), 1, frame);
const empty = columnLayout(new PageSizes([]), 1, frame);

describe("pagesIn", () => {
	test("holds the pages that touch the window", () => {
		expect(pagesIn(layout, { top: 150, height: 300 })).toEqual({ first: 2, last: 5 });
	});

	test("widens the window by what is asked", () => {
		expect(pagesIn(layout, { top: 550, height: 300 }, 300)).toEqual({ first: 3, last: 12 });
	});

	test("stays within the document", () => {
		expect(pagesIn(layout, { top: 0, height: 300 }, 9_000).first).toBe(1);
		expect(pagesIn(layout, { top: 999_700, height: 300 }, 9_000).last).toBe(10_000);
	});

	test("is empty for a document without pages", () => {
		const range = pagesIn(empty, { top: 0, height: 300 });
		expect(contains(range, 1)).toBe(false);
		expect(loadingOrder(range, range)).toEqual([]);
	});
});

describe("currentPage", () => {
	test.each([
		["at the top", 0, 1],
		["a little below it", 10, 2],
		["in the middle of the window", 5_000, 52],
		["at the bottom", 999_700, 10_000],
	])("%s", (_, top, page) => {
		expect(currentPage(layout, { top, height: 300 })).toBe(page);
	});

	test("is 0 without pages", () => {
		expect(currentPage(empty, { top: 0, height: 300 })).toBe(0);
	});
});

test("pages in view load first, then the nearest", () => {
	expect(loadingOrder({ first: 1, last: 7 }, { first: 4, last: 5 })).toEqual([4, 5, 3, 6, 2, 7, 1]);
});
