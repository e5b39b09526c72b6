import { describe, expect, test } from "vitest";
import type { Frame } from "./layout";
import { PageSizes } from "./page-sizes";
import { columnLayout, horizontalLayout } from "./linear-layouts";

const frame: Frame = { width: 1000, height: 600, gutter: 20, margin: 24, gap: 10 };

describe("columnLayout", () => {
	const layout = columnLayout(
		new PageSizes([
			[2, 300, 400],
			[1, 1200, 100],
			[1, 300, 400],
		]),
		1,
		frame,
	);

	test("places pages below each other, centred in the widest", () => {
		expect(layout.width).toBe(1240);
		expect(layout.rect(1)).toEqual({ left: 470, top: 24, width: 300, height: 400 });
		expect(layout.rect(2).top).toBe(434);
		expect(layout.rect(3)).toEqual({ left: 20, top: 844, width: 1200, height: 100 });
		expect(layout.rect(4).top).toBe(954);
		expect(layout.height).toBe(954 + 400 + 24);
	});

	test.each([
		[-100, 1],
		[0, 1],
		[24, 1],
		[423, 1],
		[434, 2],
		[844, 3],
		[953, 3],
		[954, 4],
		[99_999, 4],
	])("height %i belongs to page %i", (y, page) => {
		expect(layout.pageAt(0, y)).toBe(page);
	});

	test("scales pages, not the room between them", () => {
		const double = columnLayout(new PageSizes([[3, 100, 100]]), 2, frame);
		expect(double.rect(2)).toEqual({ left: 400, top: 24 + 200 + 10, width: 200, height: 200 });
	});

	test("has its middle a whole number of pixels from the window's", () => {
		for (const widest of [1000.1, 1001, 1234.5, 2000.99]) {
			const wide = columnLayout(new PageSizes([[1, widest, 100]]), 1, frame);
			expect((wide.width - frame.width) / 2).toSatisfy(Number.isInteger);
			expect(wide.rect(1).left).toBeGreaterThanOrEqual(frame.gutter);
			expect(wide.rect(1).left).toBeLessThan(frame.gutter + 1);
		}
	});

	test("an empty document has only its margins", () => {
		const empty = columnLayout(new PageSizes([]), 1, frame);
		expect(empty.height).toBe(48);
		expect(empty.pageAt(0, 30)).toBe(0);
	});

	test("page and position agree for every page of a long mixed document", () => {
		const runs = Array.from(
			{ length: 3_000 },
			(_, i) => [(i % 4) + 1, 500 + (i % 7), 700 + (i % 11)] as const,
		);
		const long = columnLayout(new PageSizes(runs), 1.37, frame);
		for (let page = 1; page <= long.count; page++) {
			const { top, height } = long.rect(page);
			expect(long.pageAt(0, top + 0.01)).toBe(page);
			expect(long.pageAt(0, top + height)).toBe(page);
		}
	});
});

describe("horizontalLayout", () => {
	const layout = horizontalLayout(
		new PageSizes([
			[2, 300, 400],
			[1, 1200, 100],
		]),
		1,
		frame,
	);

	test("places pages next to each other, each vertically centered", () => {
		expect(layout.isHorizontal).toBe(true);
		expect(layout.height).toBe(600);
		expect(layout.rect(1)).toEqual({ left: 20, top: 100, width: 300, height: 400 });
		expect(layout.rect(2).left).toBe(330);
		expect(layout.rect(3)).toEqual({ left: 640, top: 250, width: 1200, height: 100 });
		expect(layout.width).toBe(640 + 1200 + 20);
	});

	test.each([
		[-100, 1],
		[329, 1],
		[330, 2],
		[640, 3],
		[99_999, 3],
	])("the place %i belongs to page %i", (x, page) => {
		expect(layout.pageAt(x, 0)).toBe(page);
	});

	test("is as high as its highest page, and centered in a wider window", () => {
		const alone = horizontalLayout(new PageSizes([[3, 300, 400]]), 1, frame, frame.width);
		expect([1, 2].map((page) => alone.rect(page).left)).toEqual([370, 1380]);
		const high = horizontalLayout(new PageSizes([[1, 100, 900]]), 1, frame);
		expect(high.height).toBe(900 + 48);
		expect(high.rect(1).left).toBe(450);
		expect(high.width).toBe(frame.width);
		expect(high.pageAt(460, 0)).toBe(1);
	});
});
