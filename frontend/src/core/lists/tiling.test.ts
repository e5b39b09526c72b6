import { describe, expect, test } from "vitest";
import { layOutTiles, nextTile, scrollToTile, tileCorner, tilesWithin } from "./tiling";

const sizes = { minWidth: 180, height: (width: number) => width * 1.25, gap: 16 };

test("tiles share the width", () => {
	const tiling = layOutTiles(10, 1000, sizes);
	expect(tiling.columns).toBe(5);
	expect(tiling.tileWidth * 5 + 16 * 4).toBeCloseTo(1000);
	expect(tiling.height).toBeCloseTo(2 * tiling.tileHeight + 16);
	expect(tileCorner(tiling, 6)).toEqual({ left: tiling.stepX, top: tiling.stepY });
});

test("a list is tiles one below the other", () => {
	const tiling = layOutTiles(100_000, 800, { minWidth: Infinity, height: () => 44, gap: 0 });
	expect(tiling).toMatchObject({ columns: 1, tileWidth: 800, height: 4_400_000 });
});

test("a narrow window has one column", () => {
	expect(layOutTiles(3, 100, sizes).columns).toBe(1);
	expect(layOutTiles(0, 100, sizes).height).toBe(0);
});

test("only tiles near the window are drawn", () => {
	const tiling = layOutTiles(1000, 1000, { ...sizes, height: () => 84 }); // 100 pixels per row, with the gap
	expect(tilesWithin(tiling, 0, 300, 1)).toEqual({ first: 0, end: 20 });
	expect(tilesWithin(tiling, 1000, 1300, 1)).toEqual({ first: 45, end: 70 });
	expect(tilesWithin(tiling, 19_900, 20_200, 1)).toEqual({ first: 990, end: 1000 });
	expect(tilesWithin(layOutTiles(0, 1000, sizes), 0, 300, 2)).toEqual({ first: 0, end: 0 });
});

test("scrolling brings a tile into the window, and no further", () => {
	const tiling = layOutTiles(100, 200, { minWidth: Infinity, height: () => 40, gap: 0 });
	expect(scrollToTile(tiling, 2, 0, 200)).toBe(0);
	expect(scrollToTile(tiling, 9, 0, 200)).toBe(200);
	expect(scrollToTile(tiling, 1, 200, 200)).toBe(40);
});

describe("keys", () => {
	const tiling = layOutTiles(12, 1000, sizes); // rows of 5, 5, 2
	test.each([
		["ArrowRight", 0, 1],
		["ArrowLeft", 0, 0],
		["ArrowRight", 11, 11],
		["ArrowDown", 2, 7],
		["ArrowDown", 8, 11],
		["ArrowDown", 10, 10],
		["ArrowUp", 7, 2],
		["ArrowUp", 3, 3],
		["Home", 7, 0],
		["End", 2, 11],
		["PageDown", 0, 10],
		["PageDown", 4, 11],
		["PageUp", 11, 1],
	] as const)("%s from %i leads to %i", (key, from, to) => {
		expect(nextTile(tiling, from, key, 2)).toBe(to);
	});
});
