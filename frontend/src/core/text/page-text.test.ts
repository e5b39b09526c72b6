import { describe, expect, test } from "vitest";
import { type Line, placeLine } from "./page-text";

/** Measures text in a font whose characters are half as wide as they are high. */
const measure = (text: string) => text.length * 0.5;

const line: Line = {
	box: [100, 50, 300, 60],
	words: [
		{ text: "Hello", box: [100, 50, 150, 60] },
		{ text: "wide", box: [155, 50, 195, 60] },
		{ text: "far", box: [280, 50, 300, 60] },
	],
};

describe("placeLine", () => {
	test("places the line by its box", () => {
		const placed = placeLine(line, measure);
		expect(placed).toMatchObject({ left: 100, top: 50, length: 200, thickness: 10, vertical: false });
	});

	test.each<[string, width: number, size: number]>([
		["makes its words as long as their boxes", 16, 8],
		["is at most its height, however far its letters are apart", 50, 10],
	])("the font size %s", (_, width, size) => {
		const words = [
			{ text: "wide", box: [0, 0, width, 10] },
			{ text: "gone", box: [90, 0, 90 + width, 10] },
		] as const;
		expect(placeLine({ box: [0, 0, 90 + width, 10], words }, measure).fontSize).toBeCloseTo(size, 6);
	});

	test("words start at their positions, and extend to the next one unless it is far away", () => {
		const placed = placeLine(line, measure).words.map(({ text, start, length }) => [text, start, length]);
		expect(placed).toEqual([
			["Hello", 0, 55],
			["wide", 55, 40],
			["far", 180, 20],
		]);
	});

	test("spacing makes the text as long as its box", () => {
		const placed = placeLine(line, measure);
		for (const [index, word] of placed.words.entries()) {
			const box = line.words[index]?.box ?? [0, 0, 0, 0];
			const drawn = measure(word.text) * placed.fontSize + word.spacing * word.text.length;
			expect(drawn).toBeCloseTo(box[2] - box[0], 6);
		}
	});

	test("the space after a word is as wide as the gap", () => {
		const placed = placeLine(line, measure);
		const spaces = placed.words.map(
			({ spacing, wordSpacing }) => measure(" ") * placed.fontSize + spacing + wordSpacing,
		);
		expect(spaces[0]).toBeCloseTo(5, 6);
		expect(spaces[1]).toBeCloseTo(0, 6);
	});

	test("words from right to left keep their positions", () => {
		const words = [
			{ text: "שלום", box: [250, 50, 300, 60] },
			{ text: "עולם", box: [190, 50, 240, 60] },
		] as const;
		const placed = placeLine({ box: [190, 50, 300, 60], words }, measure);
		expect(placed.words.map(({ start, length }) => [start, length])).toEqual([
			[60, 50],
			[0, 50],
		]);
	});

	test("a vertical line is placed along its height", () => {
		const placed = placeLine(
			{ box: [10, 20, 20, 220], words: [{ text: "Sideways", box: [10, 20, 20, 220] }] },
			measure,
		);
		expect(placed).toMatchObject({ vertical: true, length: 200, thickness: 10 });
		expect(placed.words[0]).toMatchObject({ start: 0, length: 200 });
	});

	test("an empty word and a box without area do no harm", () => {
		const placed = placeLine({ box: [5, 5, 5, 5], words: [{ text: "", box: [5, 5, 5, 5] }] }, measure);
		expect(placed.thickness).toBe(1);
		expect(placed.fontSize).toBeCloseTo(0.82, 6);
		expect(placed.words[0]?.spacing).toBe(0);
	});
});
