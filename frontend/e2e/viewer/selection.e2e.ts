import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageText, textBox } from "../support/browser";
import { makePDF, makeTextPDF, type PlacedLine } from "../support/documents";
import { openSession, uploadAndOpenPDF, uploadSample, waitForDocument } from "../support/api";

const browser = new Browser();
let prose = "";
let columns = "";
let long = "";

/**
 * The lines of the left column on page 1, which has two columns of prose under a heading. Page 2 has a table and a
 * list.
 */
const left = [
	"This is the first column of the page and it",
	"has a second line that ends with a broken mi-",
	"croscope. Then it goes on for a while so that",
	"there is enough text on this page to tell the",
	"size of what is read from that of a heading.",
];
const right = [
	"The other column stands beside the first one",
	"and is read after it, though its lines are as",
	"high as those are. It has a well-known word,",
	"and another one in two pieces that is as well-",
	"known, and it ends at the bottom",
];
const leftText = left.join(" ").replace("mi- cro", "micro");
const rightText = right.join(" ").replace("well- known", "well-known");
const column = (x: number, lines: readonly string[]) =>
	lines.map((line, index): PlacedLine => [x, 700 - 13 * index, 11, line]);
const written: readonly (readonly PlacedLine[])[] = [
	[[60, 740, 16, "Reading in columns"], ...column(60, left), ...column(320, right)],
	[
		...[
			["Item", "Pieces", "Price"],
			["Pens", "12", "24.00"],
			["Paper", "3", "18.50"],
		].flatMap((cells, row) =>
			cells.map((cellPosition, index): PlacedLine => [60 + 120 * index, 700 - 18 * row, 11, cellPosition]),
		),
		[60, 600, 11, "1. Open it"],
		[60, 582, 11, "2. Read it"],
		[60, 540, 11, "Last"],
	],
];

beforeAll(async () => {
	const { id } = await uploadSample("../letter.docx");
	await waitForDocument(id, ({ status }) => status === "ready");
	prose = await openSession(id);
	columns = await uploadAndOpenPDF("two-columned.pdf", makeTextPDF(written));
	long = await uploadAndOpenPDF("long.pdf", makePDF(40));
});

function selectedText(page: Page): Promise<string> {
	return page.evaluate(() => document.getSelection()?.toString() ?? "");
}

interface Point {
	readonly x: number;
	readonly y: number;
}

/**
 * Drags from the start of a word on page 1 to the point that `to` returns. Its arguments are the start of the word, and
 * the upper right corner of the page.
 */
async function dragFrom(page: Page, word: string, to: (from: Point, sheet: Point) => Point): Promise<void> {
	const from = await textBox(page.locator('#pages [data-page="1"] .text span', { hasText: word }).first());
	const sheet = await page.locator('#pages [data-page="1"]').boundingBox();
	const start = { x: from.x + 1, y: from.y + from.height / 2 };
	const end = to(start, { x: (sheet?.x ?? 0) + (sheet?.width ?? 0), y: sheet?.y ?? 0 });
	await page.mouse.move(start.x, start.y);
	await page.mouse.down();
	await page.mouse.move(end.x, end.y, { steps: 6 });
	await page.mouse.up();
}

describe("a selection that is dragged outside the text", () => {
	test.each<[string, (from: Point, sheet: Point) => Point, string]>([
		["behind a short line", (from, sheet) => ({ x: sheet.x - 20, y: from.y }), "Dear reader,"],
		[
			"to the margin of the next line",
			(from, sheet) => ({ x: sheet.x - 20, y: from.y + 32 }),
			"Dear reader,\nYou are looking at the first document of your new library. A moment ago it was a",
		],
		["under its letters", (from) => ({ x: from.x + 18, y: from.y + 12 }), "De"],
	])("ends at the nearest word: %s", async (_, to, text) => {
		const page = await browser.open(prose);
		await pageText(page, 1);
		await dragFrom(page, "Dear", to);
		await expect.poll(async () => (await selectedText(page)).trim()).toBe(text);
	});

	test("does not change outside the pages, where a click clears it", async () => {
		const page = await browser.open(prose);
		await pageText(page, 1);
		await dragFrom(page, "Dear", (from, sheet) => ({ x: sheet.x - 20, y: from.y }));
		await expect.poll(() => selectedText(page)).toBe("Dear reader,");
		await dragFrom(page, "Welcome", (from, sheet) => ({ x: sheet.x + 50, y: from.y }));
		expect(await selectedText(page)).toMatch(/^Welcome/);
		await page.mouse.click(1180, 400);
		await expect.poll(() => selectedText(page)).toBe("");
	});
});

describe("a click", () => {
	test("selects a word if it is double, and the paragraph if it is triple", async () => {
		const page = await browser.open(columns);
		await pageText(page, 1);
		const word = await wordPosition(page, "second");
		await page.mouse.dblclick(word.x, word.y);
		expect((await selectedText(page)).trim()).toBe("second");
		await page.mouse.click(word.x, word.y, { clickCount: 3 });
		expect((await copySelection(page)).text).toBe(leftText);
	});

	test("selects a cell of a table if it is triple", async () => {
		const page = await browser.open(columns);
		await pageText(page, 1);
		await page.keyboard.press("ArrowRight");
		await pageText(page, 2);
		await expect.poll(async () => (await wordPosition(page, "Paper", 2)).y).toBeLessThan(780);
		const cellPosition = await wordPosition(page, "Paper", 2);
		await page.mouse.click(cellPosition.x, cellPosition.y, { clickCount: 3 });
		expect((await selectedText(page)).trim()).toBe("Paper");
	});

	test("that is long is handled by the browser on a touch screen", async () => {
		const page = await browser.open(columns, { hasTouch: true });
		await pageText(page, 1);
		const { x, y } = await wordPosition(page, "second");
		const left = await page.evaluate(
			([x = 0, y = 0]) => {
				const word = document.elementFromPoint(x, y);
				const touch = new Touch({ identifier: 1, target: word ?? document, clientX: x, clientY: y });
				const options = { bubbles: true, cancelable: true };
				const events = [
					new TouchEvent("touchstart", { ...options, touches: [touch] }),
					new MouseEvent("contextmenu", options),
					new Event("selectstart", options),
				];
				const notCancelled = events.map((event) => word?.dispatchEvent(event));
				return [...notCancelled, word === null ? "" : getComputedStyle(word).userSelect];
			},
			[x, y],
		);
		expect(left).toEqual([true, true, true, "text"]);
	});
});

/** Returns the position in the window of a word of a page: its center, and its left and right ends. */
async function wordPosition(
	page: Page,
	word: string,
	number = 1,
): Promise<Point & { start: number; end: number }> {
	return page.locator(`[data-page="${number}"] .text`).evaluate((layer, text) => {
		const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const index = node.textContent?.search(new RegExp(`\\b${text}\\b`, "u")) ?? -1;
			if (index >= 0) {
				const range = document.createRange();
				range.setStart(node, index);
				range.setEnd(node, index + text.length);
				const { x, y, width, height } = range.getBoundingClientRect();
				return { x: x + width / 2, y: y + height / 2, start: x + 0.25, end: x + width };
			}
		}
		throw new Error(`the page has no ${text}`);
	}, word);
}

/** Drags from the start of a word to the end of another word, which may be on another page. */
async function dragWords(
	page: Page,
	from: readonly [string, number],
	to: readonly [string, number],
): Promise<void> {
	const start = await wordPosition(page, ...from);
	const end = await wordPosition(page, ...to);
	await page.mouse.move(start.start, start.y);
	await page.mouse.down();
	await page.mouse.move(end.end, end.y, { steps: 8 });
	await page.mouse.up();
}

/** Copies the selection, and returns the content of the clipboard. */
async function copySelection(page: Page): Promise<{ text: string; html: string; types: readonly string[] }> {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.keyboard.press("Control+c");
	return page.evaluate(async () => {
		const [item] = await navigator.clipboard.read();
		const read = async (type: string) =>
			item?.types.includes(type) === true ? (await item.getType(type)).text() : "";
		return { text: await read("text/plain"), html: await read("text/html"), types: item?.types ?? [] };
	});
}

describe("copied text", () => {
	test("has paragraphs across columns, without hyphens at line ends", async () => {
		const page = await browser.open(columns);
		await pageText(page, 1);
		await dragWords(page, ["Reading", 1], ["bottom", 1]);
		const { text, html } = await copySelection(page);
		expect(text).toBe(`Reading in columns\n\n${leftText}\n\n${rightText}`);
		expect(html).toContain(`<h2>Reading in columns</h2><p>${leftText}</p><p>${rightText}</p>`);
		expect(html).not.toMatch(/style=|class=/u);
	});

	test("is exactly the selected part of a line and of its words", async () => {
		const page = await browser.open(columns);
		await pageText(page, 1);
		const { start, y } = await wordPosition(page, "second");
		const { end } = await wordPosition(page, "line");
		await page.mouse.move(start, y);
		await page.mouse.down();
		await page.mouse.move(end, y, { steps: 4 });
		await page.mouse.up();
		await page.keyboard.press("Shift+ArrowLeft");
		expect(await copySelection(page)).toMatchObject({ text: "second lin", html: "second lin" });
	});

	test("separates cells of a table by tabs, and items of a list by lines", async () => {
		const page = await browser.open(columns);
		await pageText(page, 1);
		await page.keyboard.press("ArrowRight");
		await pageText(page, 2);
		await expect.poll(async () => (await wordPosition(page, "Last", 2)).y).toBeLessThan(780);
		await dragWords(page, ["Item", 2], ["Last", 2]);
		const { text, html } = await copySelection(page);
		expect(text).toBe(
			"Item\tPieces\tPrice\nPens\t12\t24.00\nPaper\t3\t18.50\n\n1. Open it\n2. Read it\n\nLast",
		);
		expect(html).toContain("<tr><td>Pens</td><td>12</td><td>24.00</td></tr>");
		expect(html).toContain("<ol><li>Open it</li><li>Read it</li></ol>");
	});

	test("has all pages in their order, also those that are not in the DOM", async () => {
		const page = await browser.open(long);
		await pageText(page, 1);
		await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
		await page.keyboard.press("Control+a");
		await page.keyboard.press("Control+c");
		await page.getByText("The text of all 40 pages was copied.").waitFor();
		const text = await page.evaluate(() => navigator.clipboard.readText());
		const pages = Array.from(
			{ length: 40 },
			(_, index) => `Page number ${index + 1}\n\nalpha${index + 1} beta gamma`,
		);
		expect(text).toBe(pages.join("\n\n"));
	});

	test("is empty if the text is not selectable", async () => {
		const page = await browser.open(
			`${columns}&profileOverrides=${encodeURIComponent('{"textSelection":false}')}`,
		);
		await pageText(page, 1);
		await page.evaluate(async () => navigator.clipboard.writeText("before").catch(() => undefined));
		await page.keyboard.press("Control+a");
		expect((await copySelection(page)).text).not.toContain("Reading");
	});
});

test("screen readers get headings, lists and tables in their order", async () => {
	const page = await browser.open(columns);
	await pageText(page, 1);
	await pageText(page, 2);
	expect(await page.locator('[data-page="2"] .text [role="cell"] > *').count()).toBe(0);
	const snapshot = await page.locator("#pages").ariaSnapshot();
	const roles = [...snapshot.matchAll(/- ((?:heading|listitem|cell|row|table|list|paragraph)[^:\n]*)/gu)].map(
		([, line]) => line,
	);
	expect(roles.join("\n")).toMatch(
		/heading "Reading in columns" \[level=2\]\nparagraph\nparagraph\n(?:.*\n)*table\nrow.*\ncell "Item"\n(?:.*\n)*list\nlistitem/u,
	);
});
