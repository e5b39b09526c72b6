import { describe, expect, test } from "vitest";
import type { Layout } from "../layout/layout";
import { pageByKey } from "./page-keys";

/** Returns a layout of ten pages, in rows of four or in one horizontal row. */
function layout(isHorizontal: boolean): Layout {
	return {
		count: 10,
		width: 0,
		height: 0,
		isHorizontal,
		rect: () => ({ left: 0, top: 0, width: 0, height: 0 }),
		pageAt: () => 0,
		row: (page) => {
			const first = page - ((page - 1) % 4);
			return isHorizontal ? { first: page, last: page } : { first, last: Math.min(first + 3, 10) };
		},
	};
}

describe("pageByKey", () => {
	test.each<[string, from: number, to: number | undefined]>([
		["ArrowRight", 4, 5],
		["ArrowRight", 10, undefined],
		["ArrowLeft", 5, 4],
		["ArrowLeft", 1, undefined],
		["ArrowDown", 2, 6],
		["ArrowDown", 8, 10],
		["ArrowDown", 9, undefined],
		["ArrowUp", 10, 6],
		["ArrowUp", 3, undefined],
		["Home", 7, 1],
		["End", 2, 10],
		["a", 2, undefined],
	])("%s leads from page %i of rows to %s", (key, from, to) => {
		expect(pageByKey(key, from, layout(false))).toBe(to);
	});

	test.each<[string, to: number | undefined]>([
		["ArrowRight", 6],
		["ArrowDown", undefined],
		["ArrowUp", undefined],
	])("%s leads from page 5 of a horizontal layout to %s", (key, to) => {
		expect(pageByKey(key, 5, layout(true))).toBe(to);
	});
});
