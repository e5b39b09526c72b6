import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageFieldValue, pageText, scrollTop, textBox } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
let short = "";
let long = "";

const shortCount = 12;
const longCount = 10_000;

beforeAll(async () => {
	short = await uploadAndOpenPDF("short.pdf", makePDF(shortCount));
	long = await uploadAndOpenPDF("long.pdf", makePDF(longCount));
});

async function zoomLabel(page: Page): Promise<string> {
	return page.locator("#zoom-value").innerText();
}

function mountedPages(page: Page): Promise<number[]> {
	return page
		.locator("#pages .page")
		.evaluateAll((sheets) => sheets.map((sheet) => Number((sheet as HTMLElement).dataset["page"])));
}

describe("a document of ten thousand pages", () => {
	test("has only the pages near the window in the DOM, wherever the reader goes", async () => {
		const page = await browser.open(long);
		for (const target of [1, 5_000, longCount, 37]) {
			await page.fill("#page-field", String(target));
			await page.press("#page-field", "Enter");
			expect(await pageText(page, target)).toContain(`Page number ${target}`);
			await expect.poll(() => pageFieldValue(page)).toBe(String(target));
			const pages = await mountedPages(page);
			expect(pages.length).toBeLessThanOrEqual(6);
			expect(pages).toContain(target);
			expect(pages).toEqual([...pages].sort((a, b) => a - b));
		}
	});

	test("can be scrolled with the scroll bar, and the current page follows", async () => {
		const page = await browser.open(long);
		await page.locator("#stage").evaluate((stage) => {
			stage.scrollTop = stage.scrollHeight / 2;
		});
		await expect.poll(() => pageFieldValue(page)).toMatch(/^(4999|500[01])$/);
		await page.locator('#pages .page[data-page="5000"] > .face > svg').waitFor();
		expect((await mountedPages(page)).length).toBeLessThanOrEqual(6);
	});

	test("reaches its last page at the largest zoom, where it is taller than an element can be", async () => {
		const page = await browser.open(long);
		await page.locator("#zoom-choice").selectOption("4");
		await page.keyboard.press("End");
		await expect.poll(() => pageFieldValue(page)).toBe(String(longCount));
		expect(await pageText(page, longCount)).toContain(`Page number ${longCount}`);
		const bottom = await page
			.locator(`#pages .page[data-page="${longCount}"]`)
			.evaluate((sheet) => sheet.getBoundingClientRect().bottom);
		expect(bottom).toBeLessThanOrEqual(800);
		expect(bottom).toBeGreaterThan(700);
	});

	test("opens at the page in the address", async () => {
		const page = await browser.open(`${long}#page=4321`);
		expect(await pageText(page, 4321)).toContain("Page number 4321");
		await expect.poll(() => pageFieldValue(page)).toBe("4321");
	});
});

describe("text", () => {
	test("covers its picture", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		const word = await textBox(page.locator(".text span", { hasText: "beta" }).first());
		const sheet = await page.locator("#pages .page").first().boundingBox();
		const scale = (sheet?.width ?? 0) / 595;
		expect((word.x - (sheet?.x ?? 0)) / scale).toBeCloseTo(122.5, -1);
		expect((word.y - (sheet?.y ?? 0)) / scale).toBeCloseTo(170, -1);
	});

	test("is selected with the mouse across pages, and copied with spaces and line ends", async () => {
		const page = await browser.open(short, { permissions: ["clipboard-read", "clipboard-write"] });
		await pageText(page, 1);
		await page.keyboard.press("-");
		await page.keyboard.press("-");
		await page.keyboard.press("-");
		await page.keyboard.press("-");
		await pageText(page, 2);
		const from = await textBox(page.locator('#pages [data-page="1"] .text span', { hasText: "beta" }));
		const to = await textBox(page.locator('#pages [data-page="2"] .text span', { hasText: "number" }));
		await page.mouse.move(from.x + 1, from.y + from.height / 2);
		await page.mouse.down();
		await page.mouse.move(to.x + 10, to.y + to.height / 2, { steps: 5 });
		await page.mouse.move(to.x + to.width - 2, to.y + to.height / 2);
		await page.mouse.up();
		await page.keyboard.press("Control+c");
		const copied = () => page.evaluate(() => navigator.clipboard.readText());
		await expect
			.poll(async () => (await copied()).replaceAll("\r", "").trim())
			.toMatch(/^beta gamma\n+Page number$/);
	});

	test("is completely selected by Ctrl+A, without the controls", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		await page.keyboard.press("Control+a");
		const selected = await page.evaluate(() => document.getSelection()?.toString() ?? "");
		expect(selected).toMatch(/^\s*Page number 1\s*\n+alpha1 beta gamma/);
		expect(selected).not.toContain("short.pdf");
	});

	test("a selection keeps its pages in the DOM while the reader scrolls away", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		const word = await textBox(page.locator('#pages [data-page="1"] .text span', { hasText: "beta" }));
		await page.mouse.dblclick(word.x + word.width / 3, word.y + word.height / 2);
		const selected = () => page.evaluate(() => document.getSelection()?.toString().trim());
		expect(await selected()).toBe("beta");
		await page.keyboard.press("End");
		await pageText(page, shortCount);
		expect(await selected()).toBe("beta");
	});
});

describe("zoom", () => {
	test("by buttons, list and fits", async () => {
		const page = await browser.open(short);
		await expect.poll(() => zoomLabel(page)).toBe("100%");
		await page.getByRole("button", { name: "Zoom in" }).click();
		await expect.poll(() => zoomLabel(page)).toBe("110%");
		await page.getByRole("button", { name: "Zoom out" }).click();
		await page.getByRole("button", { name: "Zoom out" }).click();
		await expect.poll(() => zoomLabel(page)).toBe("90%");
		await page.getByLabel("Zoom", { exact: true }).selectOption("2");
		await expect.poll(() => zoomLabel(page)).toBe("200%");
		const fitWidth = page.getByRole("button", { name: "Fit width" });
		await fitWidth.click();
		await expect.poll(() => fitWidth.getAttribute("aria-pressed")).toBe("true");
		const sheet = await page.locator("#pages .page").first().boundingBox();
		const stage = await page.locator("#stage").evaluate((element) => element.clientWidth);
		expect(sheet?.width).toBeCloseTo(stage - 48, 0);
		await page.getByRole("button", { name: "Fit page" }).click();
		const fitted = await page.locator("#pages .page").first().boundingBox();
		expect((fitted?.y ?? 0) + (fitted?.height ?? 0)).toBeLessThanOrEqual(800);
	});

	test("by Ctrl and wheel keeps the point under the pointer", async () => {
		const page = await browser.open(short);
		await page.locator("#zoom-choice").selectOption("2");
		await page.fill("#page-field", "2");
		await page.press("#page-field", "Enter");
		const word = page.locator(".text span", { hasText: "gamma" }).nth(1);
		await pageText(page, 2);
		const before = await textBox(word);
		const pointer = { x: before.x + 20, y: before.y + 10 };
		await page.mouse.move(pointer.x, pointer.y);
		await page.keyboard.down("Control");
		await page.mouse.wheel(0, -200);
		await page.keyboard.up("Control");
		await expect.poll(() => zoomLabel(page)).not.toBe("200%");
		const after = await textBox(word);
		const growth = after.width / before.width;
		expect(growth).toBeGreaterThan(1.1);
		expect(Math.abs(after.x + 20 * growth - pointer.x)).toBeLessThan(3);
		expect(Math.abs(after.y + 10 * growth - pointer.y)).toBeLessThan(3);
	});

	test("a fit follows the window", async () => {
		const page = await browser.open(short, { viewport: { width: 400, height: 700 } });
		const width = () =>
			page
				.locator("#pages .page")
				.first()
				.evaluate((sheet) => sheet.getBoundingClientRect().width);
		await expect.poll(width).toBeCloseTo(384, 0);
		await page.setViewportSize({ width: 320, height: 700 });
		await expect.poll(width).toBeCloseTo(304, 0);
	});
});

describe("the page field", () => {
	test("rejects an invalid page, shows the valid ones, and reverts on Escape", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		for (const wrong of ["0", "13", "two"]) {
			await page.fill("#page-field", wrong);
			await page.press("#page-field", "Enter");
			await expect.poll(() => page.getByRole("alert").innerText()).toBe("Enter a page from 1 to 12.");
			await expect.poll(() => page.getAttribute("#page-field", "aria-invalid")).toBe("true");
		}
		await page.press("#page-field", "Escape");
		await expect.poll(() => page.getByRole("alert").count()).toBe(0);
		await expect.poll(() => pageFieldValue(page)).toBe("1");
	});

	test("follows the arrow buttons, which are disabled at the ends of the document", async () => {
		const page = await browser.open(short);
		const [previous, next] = [
			page.getByRole("button", { name: "Previous page" }),
			page.getByRole("button", { name: "Next page" }),
		];
		await expect.poll(() => previous.isDisabled()).toBe(true);
		await next.click();
		await expect.poll(() => pageFieldValue(page)).toBe("2");
		await page.keyboard.press("End");
		await expect.poll(() => next.isDisabled()).toBe(true);
		await previous.click();
		await expect.poll(() => pageFieldValue(page)).toBe("11");
	});
});

describe("keys", () => {
	test.each<[string, (top: number, page: string) => boolean]>([
		["ArrowDown", (top, page) => top > 20 && top < 120 && page === "1"],
		["PageDown", (top) => top > 500 && top < 800],
		["Space", (top) => top > 500 && top < 800],
		["ArrowRight", (top, page) => page === "2" && top > 1_000],
		["End", (_, page) => page === String(shortCount)],
	])("%s moves on", async (key, arrived) => {
		const page = await browser.open(short);
		await pageText(page, 1);
		await page.keyboard.press(key);
		await expect.poll(async () => arrived(await scrollTop(page), await pageFieldValue(page))).toBe(true);
	});

	test.each<[string, (top: number, page: string, start: number) => boolean]>([
		["ArrowUp", (top, _, start) => top < start - 20 && top > start - 120],
		["PageUp", (top, _, start) => top < start - 500 && top > start - 800],
		["Shift+Space", (top, _, start) => top < start - 500 && top > start - 800],
		["ArrowLeft", (_, page) => page === "5"],
		["Home", (top, page) => top === 0 && page === "1"],
	])("%s moves back", async (key, arrived) => {
		const page = await browser.open(`${short}#page=6`);
		await pageText(page, 6);
		const start = await scrollTop(page);
		await page.keyboard.press(key);
		await expect
			.poll(async () => arrived(await scrollTop(page), await pageFieldValue(page), start))
			.toBe(true);
	});

	test.each([
		["+", "110%"],
		["=", "110%"],
		["-", "90%"],
		["Control+=", "110%"],
		["Control+-", "90%"],
	])("%s zooms to %s", async (key, percent) => {
		const page = await browser.open(short);
		await pageText(page, 1);
		await page.keyboard.press(key);
		await expect.poll(() => zoomLabel(page)).toBe(percent);
		await page.keyboard.press("0");
		await expect.poll(() => zoomLabel(page)).toBe("100%");
	});

	test("a character key has an effect only if the focus is on the pages", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		await page.focus("#next");
		await page.keyboard.press("+");
		await page.keyboard.press("Control+=");
		await expect.poll(() => zoomLabel(page)).toBe("110%");
		await page.keyboard.press("0");
		await page.keyboard.press("PageDown"); // works on a button, because it is not a character key
		await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
		await expect.poll(() => zoomLabel(page)).toBe("110%");
		await page.focus("#stage");
		await page.keyboard.press("-");
		await expect.poll(() => zoomLabel(page)).toBe("100%");
	});

	test("typing into the page field does not scroll", async () => {
		const page = await browser.open(short);
		await pageText(page, 1);
		await page.focus("#page-field");
		await page.keyboard.press("End");
		await page.keyboard.type("+");
		await expect.poll(() => scrollTop(page)).toBe(0);
		await expect.poll(() => zoomLabel(page)).toBe("100%");
	});
});
