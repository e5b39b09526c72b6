import { expect, test } from "vitest";
import { PageSizes } from "../layout/page-sizes";
import { columnLayout, horizontalLayout } from "../layout/linear-layouts";
import { nearestMark, scrollbarMarks } from "./scrollbar-marks";

const frame = { width: 500, height: 500, gutter: 0, margin: 0, gap: 0 };
const sizes = (count: number) => new PageSizes([[count, 100, 100]]);

test("marks the middle of pages, or the positions of their hits", () => {
	const layout = columnLayout(sizes(10), 1, frame);
	expect(scrollbarMarks([1, 6], layout, 300)).toEqual([
		{ offset: 15, page: 1, index: 0 },
		{ offset: 165, page: 6, index: 0 },
	]);
	expect(
		scrollbarMarks([2], layout, 300, () => [0.1, 0.11, 0.9]).map(({ offset: at, index }) => [at, index]),
	).toEqual([
		[33, 0],
		[57, 2],
	]);
});

test("follows pages that are next to each other", () => {
	expect(
		scrollbarMarks([10], horizontalLayout(sizes(10), 1, frame), 300).map(({ offset: at }) => at),
	).toEqual([285]);
});

test("has no more marks than fit, however many hits there are", () => {
	const pages = Array.from({ length: 5000 }, (_, index) => index + 1);
	const ticks = scrollbarMarks(pages, columnLayout(sizes(5000), 1, frame), 600);
	expect(ticks.length).toBe(200);
	expect(ticks[0]).toEqual({ offset: 0, page: 1, index: 0 });
});

test("marks nothing of pages that are not there", () => {
	expect(scrollbarMarks([3, 4], columnLayout(sizes(3), 1, frame), 300).map(({ page }) => page)).toEqual([3]);
	expect(scrollbarMarks([1], columnLayout(sizes(0), 1, frame), 300)).toEqual([]);
});

test("the nearest mark is that of a click", () => {
	const ticks = scrollbarMarks([1, 6, 10], columnLayout(sizes(10), 1, frame), 300);
	expect([0, 100, 220, 300].map((at) => nearestMark(ticks, at)?.page)).toEqual([1, 6, 6, 10]);
	expect(nearestMark([], 5)).toBeUndefined();
});
