import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, lettersBox, wordsOf } from "./browser";
import { makePDF } from "./documents";
import { documentWhen, openSession, readyPDF, uploadSample } from "./library";

const browser = new Browser();
let prose = "";
let short = "";

beforeAll(async () => {
	const { id } = await uploadSample("../letter.docx");
	await documentWhen(id, ({ status }) => status === "ready");
	prose = await openSession(id);
	short = await readyPDF("short.pdf", makePDF(3));
});

function selected(page: Page): Promise<string> {
	return page.evaluate(() => document.getSelection()?.toString() ?? "");
}

interface Point {
	readonly x: number;
	readonly y: number;
}

/** Drags from before a word of page 1 to a point, which is named by how far it is from the word's start. */
async function dragFrom(page: Page, word: string, to: (from: Point, sheet: Point) => Point): Promise<void> {
	const from = await lettersBox(page.locator('[data-page="1"] .text span', { hasText: word }).first());
	const sheet = await page.locator('[data-page="1"]').boundingBox();
	const start = { x: from.x + 1, y: from.y + from.height / 2 };
	const end = to(start, { x: (sheet?.x ?? 0) + (sheet?.width ?? 0), y: sheet?.y ?? 0 });
	await page.mouse.move(start.x, start.y);
	await page.mouse.down();
	await page.mouse.move(end.x, end.y, { steps: 6 });
	await page.mouse.up();
}

describe("a selection that is dragged beside the words", () => {
	test.each<[string, (from: Point, sheet: Point) => Point, string]>([
		["behind a short line", (from, sheet) => ({ x: sheet.x - 20, y: from.y }), "Dear reader,"],
		[
			"to the margin of the next line",
			(from, sheet) => ({ x: sheet.x - 20, y: from.y + 32 }),
			"Dear reader,\nYou are looking at the first document of your new library. A moment ago it was a",
		],
		["under its word", (from) => ({ x: from.x + 20, y: from.y + 12 }), "Dear"],
	])("ends at the nearest word: %s", async (_, to, text) => {
		const page = await browser.open(prose);
		await wordsOf(page, 1);
		await dragFrom(page, "Dear", to);
		await expect.poll(async () => (await selected(page)).trim()).toBe(text);
	});

	test("stays as it is on the desk, and a click there gives it up", async () => {
		const page = await browser.open(prose);
		await wordsOf(page, 1);
		await dragFrom(page, "Dear", (from, sheet) => ({ x: sheet.x - 20, y: from.y }));
		await expect.poll(() => selected(page)).toBe("Dear reader,");
		await dragFrom(page, "Welcome", (from, sheet) => ({ x: sheet.x + 90, y: from.y }));
		expect(await selected(page)).toMatch(/^Welcome/);
		await page.mouse.click(20, 400);
		await expect.poll(() => selected(page)).toBe("");
	});
});

test("what is copied is exactly the words, without the way they are laid out", async () => {
	const page = await browser.open(short, { permissions: ["clipboard-read", "clipboard-write"] });
	await wordsOf(page, 1);
	await wordsOf(page, 2);
	await page.keyboard.press("Control+a");
	await page.keyboard.press("Control+c");
	const [copied, types] = await page.evaluate(async () => {
		const items = await navigator.clipboard.read();
		return [await navigator.clipboard.readText(), items.flatMap((item) => [...item.types])] as const;
	});
	expect(copied).toMatch(/^Page number 1\nalpha1 beta gamma\n+Page number 2\nalpha2 beta gamma$/);
	expect(types).toEqual(["text/plain"]);
});
