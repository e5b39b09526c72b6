import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, test } from "vitest";
import type { Block, Box, Line, PageLink, PageWords } from "../../src/core/text/page-text";
import { runAxe } from "../support/axe";
import { Browser } from "../support/browser";
import type * as readingText from "../support/reading-text";

const browser = new Browser();
const source = join(import.meta.dirname, "../../src");
let script = "";
let style = "";

beforeAll(async () => {
	const entry = join(import.meta.dirname, "../support/reading-text.ts");
	const options = { entry, formats: ["iife" as const], name: "reflow" };
	const built = await build({ configFile: false, logLevel: "error", build: { write: false, lib: options } });
	const [first] = built as Rolldown.RolldownOutput[];
	script = first?.output[0].code ?? "";
	const sheets = ["ui/tokens.css", "ui/base.css", "viewer/pages/reflow.css"];
	style = (await Promise.all(sheets.map((sheet) => readFile(join(source, sheet), "utf8")))).join("\n");
});

/** Shows the words of a page as reflowed text. */
async function showReflow(words: PageWords, dark = false): Promise<Page> {
	const page = await browser.open("about:blank", { colorScheme: dark ? "dark" : "light" });
	await page.setContent("<!DOCTYPE html><html lang=en><title>Reading</title><main></main>");
	// Reflowed text has this width in the viewer.
	await page.addStyleTag({ content: `${style} main { max-width: 720px; }` });
	await page.evaluate(`${script}; window.reflow = reflow`);
	await page.evaluate((pageWords) => {
		const text = window.reflow.makeReflow(pageWords);
		window.marks = new window.reflow.ReflowMarks(text, pageWords);
		document.querySelector("main")?.append(text);
	}, words);
	return page;
}

declare global {
	interface Window {
		reflow: typeof readingText;
		/** The highlights of hits in the text that is shown. */
		marks: readingText.ReflowMarks;
	}
}

/**
 * Highlights hits. Returns the texts with the highlight for hits, and the texts with the highlight for the current hit.
 */
function markHits(
	page: Page,
	hits: readonly (readonly Box[])[],
	current = -1,
): Promise<[string[], string[]]> {
	return page.evaluate(
		([hits, current]) => {
			window.marks.show(hits, current);
			const markedTexts = (name: string) => Array.from(CSS.highlights.get(name) ?? [], String);
			return [markedTexts("hit"), markedTexts("current-hit")];
		},
		[hits, current] as const,
	);
}

/** Returns a page with one line below the other, and with the words of each line next to each other. */
function makePage(
	lines: readonly string[],
	blocks: readonly Block[],
	links: readonly PageLink[] = [],
): PageWords {
	const built = lines.map((text, row): Line => {
		const words = text.split(" ").map((word, column) => ({
			text: word,
			box: [20 * column, 20 * row, 20 * column + 10, 20 * row + 10] as const,
		}));
		return { box: [0, 20 * row, 500, 20 * row + 10], words };
	});
	return { page: 3, width: 600, height: 800, lines: built, blocks, links };
}

const words = makePage(
	[
		"Title",
		"One para-",
		"graph.",
		"• first",
		"• second",
		"7. seventh",
		"a",
		"b",
		"c",
		"d e",
		"see it <b>",
		"goes on",
	],
	[
		{ kind: "heading", level: 2, first: 0, count: 1 },
		{ kind: "paragraph", first: 1, count: 2 },
		{ kind: "item", level: 1, first: 3, count: 1 },
		{ kind: "item", level: 2, first: 4, count: 1 },
		{ kind: "item", level: 1, first: 5, count: 1 },
		{
			kind: "table",
			first: 6,
			count: 4,
			rows: [
				[1, 1],
				[1, 1],
			],
		},
		{ kind: "paragraph", first: 10, count: 2, breaks: [0], continues: true },
	],
	[
		{ box: [0, 200, 10, 210], target: { uri: "https://example.com/?a=1&b" } },
		{ box: [20, 200, 30, 210], target: { page: 9 } },
		{ box: [40, 200, 50, 210], target: { uri: "javascript:alert(1)" } },
	],
);

test("a page is headings, paragraphs, lists, tables and links that are safe", async () => {
	const page = await showReflow(words);
	expect(await page.locator(".reflow").innerHTML()).toBe(
		'<h2 dir="auto">Title</h2><p dir="auto">One paragraph.</p>' +
			'<ul><li dir="auto">first</li><li dir="auto" data-level="2">second</li></ul>' +
			'<ol start="7"><li dir="auto">seventh</li></ol>' +
			'<div class="table" tabindex="0" role="group"><table><tbody><tr><td dir="auto">a</td><td dir="auto">b</td></tr>' +
			'<tr><td dir="auto">c</td><td dir="auto">d e</td></tr></tbody></table></div>' +
			'<p dir="auto" data-continues=""><a href="https://example.com/?a=1&amp;b" target="_blank" rel="noopener noreferrer">see </a>' +
			'<a data-page="9" role="link" tabindex="0">it </a>&lt;b&gt;<br>goes on</p>',
	);
});

/** Returns the box of a word, by the index of its line and the word's index in the line. */
function wordBox(line: number, word = 0): Box {
	return words.lines[line]?.words[word]?.box ?? [0, 0, 0, 0];
}

test.each<[string, readonly Box[], string]>([
	["a word that was parted", [wordBox(1, 1), wordBox(2)], "paragraph."],
	["words over a line's end", [[0, 20, 30, 30], wordBox(2)], "One paragraph."],
	["a word of an item", [wordBox(3, 1)], "first"],
	["a cell, and words of another", [[0, 180, 30, 190]], "d e"],
	["words in links and out of them", [[0, 200, 50, 210]], "see it <b>"],
	["a part of a word", [[0, 0, 5, 10]], "Ti"],
])("marks %s", async (_, boxes, text) => {
	const page = await showReflow(words);
	expect(await markHits(page, [boxes, [wordBox(11)]])).toEqual([[text, "goes"], []]);
});

test("marks the current hit otherwise, what an item's mark has not, and nothing when the search is over", async () => {
	const page = await showReflow(words);
	const hits = [[wordBox(0)], [wordBox(5)], [wordBox(5, 1)]];
	expect(await markHits(page, hits, 2)).toEqual([["Title"], ["seventh"]]);
	expect(await markHits(page, hits, 0)).toEqual([["seventh"], ["Title"]]);
	expect(await markHits(page, [])).toEqual([[], []]);
	expect(await page.locator(".reflow mark, .reflow i").count()).toBe(0);
});

test.each([false, true])("lines are comfortable to read, dark: %s", async (dark) => {
	const sentence = "The reader turns the page and finds what was promised on the one before. "
		.repeat(6)
		.trim();
	const page = await showReflow(makePage([sentence], [{ kind: "paragraph", first: 0, count: 1 }]), dark);
	const lineCount = await page.locator(".reflow p").evaluate((paragraph) => {
		const range = document.createRange();
		range.selectNodeContents(paragraph);
		const rows = new Set([...range.getClientRects()].map(({ y }) => y)).size;
		return { letters: paragraph.textContent.length / rows, rows };
	});
	expect(lineCount.rows).toBeGreaterThan(4);
	expect(lineCount.letters).toBeGreaterThanOrEqual(60);
	expect(lineCount.letters).toBeLessThanOrEqual(75);
	expect(await runAxe(page, { onlyRules: ["color-contrast"] })).toEqual([]);
});

test("a wide table scrolls by itself on a narrow screen", async () => {
	const cells = Array.from({ length: 12 }, (_, index) => `column${index}`);
	const page = await showReflow(
		makePage(cells, [{ kind: "table", first: 0, count: 12, rows: [cells.map(() => 1)] }]),
	);
	await page.setViewportSize({ width: 320, height: 600 });
	const [page1, box] = await page.evaluate(() => {
		const box = document.querySelector(".table");
		return [
			document.documentElement.scrollWidth,
			[box?.clientWidth ?? 0, box?.scrollWidth ?? 0] as const,
		] as const;
	});
	expect(page1).toBe(320);
	expect(box[1]).toBeGreaterThan(box[0]);
	const right = await page.evaluate((box) => window.marks.reveal([box])?.right, [0, 220, 10, 230] as const);
	expect(right).toBeLessThan(320); // before `reveal`, this column is outside of the window
});
