import { describe, expect, test } from "vitest";
import { joinPassages, lineText, type Passage, passagesOf } from "./passages";
import type { Block, Line, PageWords } from "./page-text";

function line(text: string): Line {
	return { box: [0, 0, 10, 10], words: text.split(" ").map((word) => ({ text: word, box: [0, 0, 10, 10] })) };
}

function page(lines: readonly string[], blocks?: readonly Block[], number = 1): PageWords {
	const words = { page: number, width: 100, height: 100, lines: lines.map(line) };
	return blocks === undefined ? words : { ...words, blocks };
}

function summarize(passages: readonly Passage[]): unknown[] {
	return passages.map(({ kind, text }) => [kind, text]);
}

describe("passagesOf", () => {
	test("joins the lines of each block", () => {
		const words = page(
			["Title", "first line", "second line", "a street", "a town"],
			[
				{ kind: "heading", level: 2, first: 0, count: 1 },
				{ kind: "paragraph", first: 1, count: 2 },
				{ kind: "paragraph", first: 3, count: 2, breaks: [0] },
			],
		);
		expect(summarize(passagesOf(words))).toEqual([
			["heading", "Title"],
			["paragraph", "first line second line"],
			["paragraph", "a street\na town"],
		]);
		expect(passagesOf(words)[0]).toMatchObject({ level: 2, page: 1, continues: false });
	});

	test("uses parts of lines, and skips blocks without wanted text", () => {
		const words = page(
			["one two", "three", "four"],
			[
				{ kind: "paragraph", first: 0, count: 2 },
				{ kind: "paragraph", first: 2, count: 1 },
			],
		);
		const parts = ["two", "thr", undefined];
		expect(summarize(passagesOf(words, (number) => parts[number]))).toEqual([["paragraph", "two thr"]]);
	});

	test("makes cells of tables, with the empty ones", () => {
		const rows = [[1, 1, 1], [0, 2], [1]];
		const words = page(["a", "b", "c", "d", "e", "f"], [{ kind: "table", first: 0, count: 6, rows }]);
		expect(summarize(passagesOf(words))).toEqual([["table", "a\tb\tc\n\td e\t\nf\t\t"]]);
		const wanted = (number: number) => (number < 3 ? undefined : lineText(words.lines[number]));
		expect(passagesOf(words, wanted)[0]?.rows).toEqual([
			["", "d e", ""],
			["f", "", ""],
		]);
	});

	test("treats each line as a paragraph if there are no blocks", () => {
		expect(summarize(passagesOf(page(["a", "b"])))).toEqual([
			["paragraph", "a"],
			["paragraph", "b"],
		]);
	});

	test("keeps the hyphen of a word that the page has with a hyphen elsewhere", () => {
		const words = page(["Well-known a well-", "known b"], [{ kind: "paragraph", first: 0, count: 2 }]);
		expect(passagesOf(words)[0]?.text).toBe("Well-known a well-known b");
	});

	test("a passage that is cut off does not continue on the next page", () => {
		const words = page(["one two"], [{ kind: "paragraph", first: 0, count: 1, continues: true }]);
		expect(passagesOf(words)[0]?.continues).toBe(true);
		expect(passagesOf(words, () => "one")[0]?.continues).toBe(false);
	});
});

describe("joinPassages", () => {
	const first = passagesOf(page(["to be-"], [{ kind: "paragraph", first: 0, count: 1, continues: true }]));
	test.each<[string, Passage[], string[]]>([
		["the next page's beginning", passagesOf(page(["gin with"], undefined, 2)), ["to begin with"]],
		["nothing of a page further on", passagesOf(page(["gin with"], undefined, 3)), ["to be-", "gin with"]],
		[
			"no heading",
			passagesOf(page(["Gin"], [{ kind: "heading", first: 0, count: 1 }], 2)),
			["to be-", "Gin"],
		],
		[
			"over the foot of the page and the head of the next one",
			[
				...passagesOf(page(["page 1"], [{ kind: "other", first: 0, count: 1 }])),
				...passagesOf(page(["A book"], [{ kind: "other", first: 0, count: 1 }], 2)),
				...passagesOf(page(["gin with"], undefined, 2)),
			],
			["to begin with", "page 1", "A book"],
		],
	])("joins %s", (_, next, texts) => {
		expect(joinPassages([...first, ...next]).map(({ text }) => text)).toEqual(texts);
	});
});
