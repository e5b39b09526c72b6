import { describe, expect, test } from "vitest";
import { numberedLines } from "./hit-ranges";
import { linkedPassages } from "./linked-passages";
import type { Block, PageLink, PageWords } from "./page-text";

/** Returns a page whose words are 10 points wide and high, and start 20 points apart. */
function page(lines: readonly string[], block: Partial<Block>, links: readonly PageLink[] = []): PageWords {
	return {
		page: 1,
		width: 500,
		height: 500,
		lines: lines.map((text, row) => ({
			box: [0, 20 * row, 500, 20 * row + 10],
			words: text.split(" ").map((word, column) => ({
				text: word,
				box: [20 * column, 20 * row, 20 * column + 10, 20 * row + 10],
			})),
		})),
		blocks: [{ kind: "paragraph", first: 0, count: lines.length, ...block }],
		links,
	};
}

describe("linkedPassages", () => {
	const box = [20, 0, 50, 10] as const;
	test("splits the text at the ends of links", () => {
		const words = page(["see the guide now"], {}, [{ box, target: { uri: "https://example.com/" } }]);
		expect(linkedPassages(words)[0]?.runs).toEqual([
			{ text: "see " },
			{ text: "the guide ", target: { uri: "https://example.com/" } },
			{ text: "now" },
		]);
	});

	test.each<[string, PageLink["target"], unknown]>([
		["an address", { uri: "mailto:a@example.com" }, { uri: "mailto:a@example.com" }],
		["a page", { page: 7 }, { page: 7 }],
		["no page", { page: 0 }, undefined],
		["a script", { uri: "javascript:alert(1)" }, undefined],
		["a script behind a line end", { uri: "java\nscript:alert(1)" }, undefined],
		["data", { uri: "data:text/html,x" }, undefined],
		["a file", { uri: "file:///etc/passwd" }, undefined],
		["nothing", {}, undefined],
	])("leads to %s as is safe", (_, target, expected) => {
		const [passage] = linkedPassages(page(["a b c"], {}, [{ box, target }]));
		expect(passage?.runs[1]?.target).toEqual(expected);
	});

	test.each<[string, PageWords, string, string]>([
		["words and spaces", page(["to go", "on"], {}), "to go on", "to,go,on"],
		["a word that was parted", page(["to be-", "gin now"], {}), "to begin now", "to,be,gin,now"],
		["a word with a hyphen of its own", page(["well-", "Known"], {}), "well-Known", "well-,Known"],
		["an item, whose mark has the same digit", page(["1. 12 a"], { kind: "item", level: 1 }), "12 a", "12,a"],
		["cells", page(["a", "b c"], { kind: "table", rows: [[1, 1]] }), "a\tb c", "a,b,c"],
		["letters of two units", page(["😀 b"], {}), "😀 b", "😀,b"],
	])("knows each letter of %s", (_, words, text, parts) => {
		const [passage] = linkedPassages(words);
		expect(passage?.runs.map((run) => run.text).join("")).toBe(text);
		const letters = numberedLines(words).flat();
		const stretches = letters.map(({ firstLetter, text: { length } }) =>
			(passage?.letters ?? [])
				.flatMap((letter, at) =>
					letter >= firstLetter && letter < firstLetter + length ? (text[at] ?? "") : [],
				)
				.join(""),
		);
		expect(stretches.filter((part) => part !== "").join()).toBe(parts);
		expect(passage?.letters.length).toBe(text.length);
	});

	test("finds links in words that were parted, and behind marks", () => {
		const links = [{ box: [0, 20, 10, 30], target: { page: 2 } }] as const;
		expect(linkedPassages(page(["to be-", "gin now"], {}, links))[0]?.runs).toEqual([
			{ text: "to be" },
			{ text: "gin ", target: { page: 2 } },
			{ text: "now" },
		]);
		const item = page(["• a b"], { kind: "item", level: 1 }, [{ box: [40, 0, 50, 10], target: { page: 3 } }]);
		expect(linkedPassages(item)[0]?.runs).toEqual([{ text: "a " }, { text: "b", target: { page: 3 } }]);
	});
});
