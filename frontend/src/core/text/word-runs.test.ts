import { describe, expect, test } from "vitest";
import { type Line, placeLine } from "./page-text";
import { joinWords } from "./word-runs";

/** Measures text in a font whose characters are half as wide as they are high: 5 points in the lines below. */
const measure = (text: string) => text.length / 2;

/** Returns a line of words with the given widths, each with a gap before it. */
function line(...words: readonly [text: string, gap: number, width: number][]): Line {
	let right = 0;
	const placed = words.map(([text, gap, width]) => {
		const left = right + gap;
		right = left + width;
		return { text, box: [left, 0, right, 10] as const };
	});
	return { box: [0, 0, right, 10], words: placed };
}

function texts(left: Line): string[] {
	return joinWords(left, placeLine(left, measure), measure).words.map(({ text }) => text);
}

describe("joinWords", () => {
	test.each<[string, Line, string[]]>([
		["words that stand as they are written", line(["ab", 0, 10], ["cde", 5, 15], ["f", 5, 5]), ["ab cde f"]],
		["none that would stand a third of a point off", line(["ab", 0, 10.3], ["cde", 5, 14.7]), ["ab", "cde"]],
		["none that are narrower", line(["ab", 0, 10], ["cde", 5, 11], ["f", 5, 5]), ["ab", "cde", "f"]],
		[
			"those on both sides of a gap",
			line(["ab", 0, 10], ["cd", 5, 10], ["ef", 40, 10], ["gh", 5, 10]),
			["ab cd", "ef gh"],
		],
		["none from right to left", line(["שלום", 0, 20], ["עולם", 5, 20]), ["שלום", "עולם"]],
		["none of an empty line", line(), []],
	])("joins %s", (_, left, joined) => {
		expect(texts(left)).toEqual(joined);
	});

	test("each word begins and ends as in the picture", () => {
		const textLine = line(["ab", 0, 10.2], ["cde", 5.2, 15.1], ["fg", 5.1, 9.9]);
		const placed = placeLine(textLine, measure);
		const [run] = joinWords(textLine, placed, measure).words;
		expect(run?.text).toBe("ab cde fg");
		for (const word of textLine.words) {
			const before = run?.text.slice(0, run.text.indexOf(word.text)) ?? "";
			const spaces = before.split(" ").length - 1;
			const start =
				measure(before) * placed.fontSize +
				before.length * (run?.spacing ?? 0) +
				spaces * (run?.wordSpacing ?? 0);
			expect(Math.abs(start - word.box[0])).toBeLessThanOrEqual(0.25);
		}
	});
});
