import { describe, expect, test } from "vitest";
import { letterRangesUnder, numberedLines } from "./hit-ranges";
import type { Box, PageWords } from "./page-text";

/** Returns a page with one word per line, from left to right unless a box is given. */
function page(...words: readonly (string | readonly [string, Box])[]): PageWords {
	const lines = words.map((given, row) => {
		const [text, box]: readonly [string, Box] =
			typeof given === "string" ? [given, [0, 20 * row, 10 * given.length, 20 * row + 10]] : given;
		return { box, words: [{ text, box }] };
	});
	return { page: 1, width: 500, height: 500, lines };
}

/** Returns the parts of words that boxes cover. */
function textUnder(words: PageWords, boxes: readonly Box[]): string[] {
	const numbered = numberedLines(words).flat();
	const letters = numbered.map(({ text }) => text).join("");
	return letterRangesUnder(numbered, boxes).map(({ from, to }) => letters.slice(from, to));
}

describe("letterRangesUnder", () => {
	const line: PageWords = {
		page: 1,
		width: 500,
		height: 500,
		lines: [
			{
				box: [0, 0, 220, 10],
				words: [
					{ text: "one", box: [0, 0, 30, 10] },
					{ text: "two-part", box: [40, 0, 120, 10] },
					{ text: "(three)", box: [130, 0, 190, 10] },
				],
			},
			{ box: [0, 12, 100, 22], words: [{ text: "below", box: [0, 12, 50, 22] }] },
		],
	};

	test.each<[string, readonly Box[], readonly string[]]>([
		["a word", [[0, 0, 30, 10]], ["one"]],
		["words beside each other", [[0, 0, 120, 10]], ["onetwo-part"]],
		["the end of one and the next", [[82, 0, 190, 10]], ["part(three)"]],
		["the beginning of one", [[40, 0, 73, 10]], ["two"]],
		["what is within signs", [[135.5, 0, 184.5, 10]], ["three"]],
		[
			"words over a line's end",
			[
				[130, 0, 190, 10],
				[0, 12, 50, 22],
			],
			["(three)below"],
		],
		[
			"words apart",
			[
				[0, 0, 30, 10],
				[0, 12, 50, 22],
			],
			["one", "below"],
		],
		["a box that touches its neighbours", [[29, 0, 122, 11.9]], ["two-part"]],
		["nothing", [[300, 0, 320, 10]], []],
		["no box", [], []],
	])("%s", (_, boxes, expected) => {
		expect(textUnder(line, boxes)).toEqual(expected);
	});

	test.each<[string, PageWords, Box, readonly string[]]>([
		["letters of a run", page(["東京タワー", [0, 0, 50, 10]]), [10, 0, 30, 10], ["京タ"]],
		["letters of a run that goes down", page(["縦書き", [0, 0, 10, 30]]), [0, 10, 10, 20], ["書"]],
		["a word that is turned", page(["turned", [0, 0, 10, 60]]), [0, 0, 10, 60], ["turned"]],
		["the left of a word to the left", page(["(שלום)עולם", [0, 0, 100, 10]]), [0, 0, 44.5, 10], ["עולם"]],
		["marks with their letters", page(["Ka\u0308se", [0, 0, 43, 10]]), [13, 0, 23, 10], ["a\u0308"]],
		["letters of two units", page(["a😀b", [0, 0, 30, 10]]), [10, 0, 20, 10], ["😀"]],
		["a word without a length", page(["dot", [5, 0, 5, 10]]), [0, 0, 10, 10], ["dot"]],
		["marks alone", page(["\u0308\u0308", [0, 0, 10, 10]]), [0, 0, 10, 10], ["\u0308\u0308"]],
	])("%s", (_, words, box, expected) => {
		expect(textUnder(words, [box])).toEqual(expected);
	});

	test.each<[string, Box, readonly string[]]>([
		["if(illicit.WOMEN)", [30, 0, 100, 10], ["illicit"]],
		["if(illicit.WOMEN)", [110, 0, 160, 10], ["WOMEN"]],
		["אייל(גדול)", [10, 0, 50, 10], ["גדול"]],
	])("finds letters of a word with a fixed pitch: %s", (text, box, expected) => {
		const wordBox: Box = [0, 0, 10 * text.length, 10];
		const lines = [{ box: wordBox, words: [{ text, box: wordBox, fixed: true }] }];
		expect(textUnder({ page: 1, width: 500, height: 500, lines }, [box])).toEqual(expected);
	});

	test("handles pages full of hits", () => {
		const words = page(...Array.from({ length: 1000 }, (_, row) => `word${row}`));
		const boxes = words.lines.map(({ box }) => [box]);
		const numbered = numberedLines(words).flat();
		expect(boxes.flatMap((own) => letterRangesUnder(numbered, own)).length).toBe(1000);
	});
});
