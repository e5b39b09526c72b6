import { describe, expect, test } from "vitest";
import { enlargedLine, fillsArea, lineAreas, wordAreas } from "./selection-areas";
import type { Box, PlacedLine } from "./page-text";

const page = { width: 600, height: 800 };

test("lines of a column share the room between them, and have the margins", () => {
	expect(
		lineAreas(
			[
				[100, 100, 500, 120],
				[100, 130, 200, 150],
			],
			page,
		),
	).toEqual([
		[0, 0, 600, 125],
		[0, 125, 600, 800],
	]);
});

test("the order of reading does not matter", () => {
	const footer: Box = [250, 760, 350, 770];
	const [below, above] = lineAreas([footer, [100, 100, 500, 120]], page);
	expect(below).toEqual([0, 440, 600, 800]);
	expect(above).toEqual([0, 0, 600, 440]);
});

test("columns end in the middle between them", () => {
	const [left, right] = lineAreas(
		[
			[50, 100, 280, 120],
			[320, 104, 550, 124],
		],
		page,
	);
	expect(left).toEqual([0, 0, 300, 800]);
	expect(right).toEqual([300, 0, 600, 800]);
});

test("a short line has no part of the area next to the gap below it", () => {
	const [short] = lineAreas(
		[
			[100, 100, 150, 110],
			[100, 300, 150, 310],
			[300, 120, 500, 130],
		],
		page,
	);
	expect(short).toEqual([0, 0, 600, 115]);
});

test("a line never has less than its own box", () => {
	const lines: Box[] = [
		[100, 100, 300, 120],
		[100, 112, 300, 132],
		[250, 101, 400, 121],
		[-20, 790, 700, 820],
	];
	for (const [index, [left, top, right, bottom]] of lineAreas(lines, page).entries()) {
		const [x0, y0, x1, y1] = lines[index] ?? [0, 0, 0, 0];
		expect(left <= x0 && top <= y0 && right >= x1 && bottom >= y1).toBe(true);
	}
});

test("words share their line's room by their places, not by their order", () => {
	const word = (start: number) => ({ text: "", start, length: 30, spacing: 0, wordSpacing: 0 });
	const line: PlacedLine = {
		left: 100,
		top: 200,
		length: 120,
		thickness: 10,
		fontSize: 8,
		vertical: false,
		words: [word(90), word(40), word(0)],
	};
	expect(wordAreas(line, [0, 190, 600, 220])).toEqual([
		[190, 190, 600, 220],
		[140, 190, 190, 220],
		[0, 190, 140, 220],
	]);
	expect(wordAreas({ ...line, vertical: true }, [90, 0, 120, 800])).toEqual([
		[90, 290, 120, 800],
		[90, 240, 120, 290],
		[90, 0, 120, 240],
	]);
});

test("a page of very many lines is left as it is", () => {
	const lines = Array.from({ length: 2_000 }, (_, i): Box => [0, i, 10, i + 1]);
	expect(lineAreas(lines, page)).toEqual(lines);
});

describe("enlargedLine", () => {
	const line: PlacedLine = {
		left: 0,
		top: 100,
		length: 200,
		thickness: 10,
		fontSize: 8,
		vertical: false,
		words: [],
	};
	test.each<[string, Box, top: number, thickness: number, full: boolean]>([
		["fills small gaps", [0, 99, 300, 112], 99, 13, true],
		["grows by no more than a quarter", [0, 50, 300, 111], 97.5, 13.5, false],
		["is not full where a tenth of a point is left", [0, 99, 300, 112.6], 99, 13.5, false],
		["does not shrink where lines touch", [0, 102, 300, 108], 100, 10, true],
	])("%s", (_, room, top, thickness, full) => {
		const placed = enlargedLine(line, room);
		expect(placed).toEqual({ ...line, top, thickness });
		expect(fillsArea(placed, room)).toBe(full);
	});

	test("leaves a vertical line unchanged", () => {
		const standing = { ...line, vertical: true };
		expect(enlargedLine(standing, [0, 0, 300, 300])).toBe(standing);
	});
});
