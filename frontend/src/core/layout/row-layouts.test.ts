import { describe, expect, test } from "vitest";
import type { Layout } from "./layout";
import { posterLayout, spreadGap, spreadLayout } from "./row-layouts";
import { PageSizes } from "./page-sizes";

const frame = { width: 1000, height: 600, gutter: 20, margin: 24, gap: 10 };

/** Returns the middle of each row of pages, and the pages in it. */
function rowsOf(layout: Layout): string[] {
	const rows = [];
	for (let page = 1; page <= layout.count;) {
		const { first, last } = layout.row(page);
		rows.push(first === last ? `${first}` : `${first}-${last}`);
		page = last + 1;
	}
	return rows;
}

describe("spreadLayout", () => {
	const mixed = new PageSizes([
		[2, 300, 400],
		[1, 200, 100],
		[2, 300, 400],
	]);

	test("has pairs, which meet in the middle", () => {
		const layout = spreadLayout(mixed, 1, frame, false);
		expect(rowsOf(layout)).toEqual(["1-2", "3-4", "5"]);
		expect(layout.rect(1)).toEqual({ left: 500 - spreadGap / 2 - 300, top: 24, width: 300, height: 400 });
		expect(layout.rect(2).left).toBe(500 + spreadGap / 2);
		expect(layout.rect(3)).toEqual({
			left: 500 - spreadGap / 2 - 200,
			top: 434 + 150,
			width: 200,
			height: 100,
		});
		expect(layout.height).toBe(24 + 3 * 400 + 2 * 10 + 24);
	});

	test("has its cover on the right, by itself", () => {
		const layout = spreadLayout(mixed, 1, frame, true);
		expect(rowsOf(layout)).toEqual(["1", "2-3", "4-5"]);
		expect(layout.rect(1).left).toBe(500 + spreadGap / 2);
		expect(layout.pageAt(10, 30)).toBe(1);
	});

	test("is met at the nearest page", () => {
		const layout = spreadLayout(mixed, 1, frame, false);
		expect(layout.pageAt(0, 30)).toBe(1);
		expect(layout.pageAt(999, 30)).toBe(2);
		expect(layout.pageAt(999, 440)).toBe(4);
		expect(layout.pageAt(999, 99_999)).toBe(5);
		expect(spreadLayout(new PageSizes([]), 1, frame, false).pageAt(0, 0)).toBe(0);
	});
});

describe("posterLayout", () => {
	test.each([
		[1, 1, ["1", "2", "3", "4", "5"]],
		[0.5, 3, ["1-3", "4-5"]],
		[0.1, 12, ["1-5"]],
	])("at %f has room for %i a row", (scale, _, rows) => {
		expect(rowsOf(posterLayout(new PageSizes([[5, 600, 800]]), scale, frame))).toEqual(rows);
	});

	test("is centered, with every page centered in its cell", () => {
		const layout = posterLayout(
			new PageSizes([
				[1, 300, 400],
				[1, 100, 400],
			]),
			1,
			frame,
		);
		expect(layout.rect(1).left).toBe((1000 - 610) / 2);
		expect(layout.rect(2).left).toBe((1000 - 610) / 2 + 310 + 100);
	});
});

test("page and position agree for every page of a long mixed document", () => {
	const runs = Array.from({ length: 300 }, (_, i) => [(i % 4) + 1, 500 + (i % 7), 700 + (i % 11)] as const);
	for (const layout of [
		spreadLayout(new PageSizes(runs), 0.37, frame, true),
		posterLayout(new PageSizes(runs), 0.31, frame),
	]) {
		for (let page = 1; page <= layout.count; page++) {
			const { left, top, width, height } = layout.rect(page);
			expect(layout.pageAt(left + width / 2, top + height / 2)).toBe(page);
			expect(layout.row(page).first).toBeLessThanOrEqual(page);
			expect(layout.row(page).last).toBeGreaterThanOrEqual(page);
		}
	}
});
