import { describe, expect, test } from "vitest";
import { clipboardContent, itemNumber, withoutBullet } from "./copy-text";
import type { Passage } from "./passages";

function passage(kind: Passage["kind"], text: string, fields: Partial<Passage> = {}): Passage {
	return { kind, text, level: 0, continues: false, page: 1, ...fields };
}

describe("clipboardContent", () => {
	test("parts blocks by an empty line, and items by none", () => {
		const { text } = clipboardContent([
			passage("heading", "Title", { level: 1 }),
			passage("paragraph", "Text."),
			passage("item", "• one", { level: 1 }),
			passage("item", "\uf0b7 two", { level: 1 }),
			passage("paragraph", "End."),
		]);
		expect(text).toBe("Title\n\nText.\n\n• one\n• two\n\nEnd.");
	});

	test.each<[string, Passage[], string]>([
		["nothing", [], ""],
		["a part of a paragraph without one", [passage("paragraph", "a\nb")], "a<br>b"],
		["a heading", [passage("heading", "T", { level: 9 })], "<h6>T</h6>"],
		["paragraphs", [passage("paragraph", "a"), passage("caption", "b")], "<p>a</p><p>b</p>"],
		[
			"lists",
			[
				passage("item", "• a", { level: 1 }),
				passage("item", "– b", { level: 2 }),
				passage("item", "• c", { level: 1 }),
				passage("item", "3. d", { level: 1 }),
			],
			'<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul><ol start="3"><li>d</li></ol>',
		],
		[
			"a table",
			[passage("table", "a\tb", { rows: [["a", "b"]] })],
			"<table><tr><td>a</td><td>b</td></tr></table>",
		],
		[
			"what looks like HTML",
			[
				passage("paragraph", `<img src=x onerror="a()">`),
				passage("table", "", { rows: [["</td><script>&"]] }),
			],
			"<p>&lt;img src=x onerror=&quot;a()&quot;&gt;</p><table><tr><td>&lt;/td&gt;&lt;script&gt;&amp;</td></tr></table>",
		],
	])("writes %s in HTML", (_, passages, html) => {
		expect(clipboardContent(passages).html).toBe(html);
	});

	test("joins a passage that continues on the next page", () => {
		const passages = [
			passage("paragraph", "to be", { continues: true }),
			passage("paragraph", "or not", { page: 2 }),
		];
		expect(clipboardContent(passages).text).toBe("to be or not");
	});
});

test.each<[string, string, number | undefined]>([
	["• a", "a", undefined],
	["\uf0b7 a", "a", undefined],
	["- a", "a", undefined],
	["› a", "a", undefined],
	["12. a", "a", 12],
	["(3) a", "a", 3],
	["a) b", "a) b", undefined],
	["2024 was", "2024 was", undefined],
])("the mark of %s", (text, rest, number) => {
	expect(withoutBullet(text)).toBe(rest);
	expect(itemNumber(text)).toBe(number);
});
