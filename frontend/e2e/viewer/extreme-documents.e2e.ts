import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, darkPixelShare, pageText } from "../support/browser";
import { makePDF, makeSizedPDF, makeTextPDF, type PlacedLine } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
let tiny = "";
let huge = "";
let long = "";
let scattered = "";

beforeAll(async () => {
	tiny = await uploadAndOpenPDF("tiny.pdf", makeSizedPDF([[1, 1]]));
	huge = await uploadAndOpenPDF("huge.pdf", makeSizedPDF([[14_400, 14_400]]));
	const letters = Array.from({ length: 100_000 }, (_, i): PlacedLine => [
		(i * 7919) % 590,
		(i * 104_729) % 835,
		6,
		String.fromCharCode(65 + (i % 26)),
	]);
	scattered = await uploadAndOpenPDF("scattered.pdf", makeTextPDF([letters]));
	long = await uploadAndOpenPDF("\u05e9\u05dc\u05d5\u05dd ".repeat(38) + ".pdf", makePDF(10_000));
});

test("a page of one point is visible, at the position of the first paint", async () => {
	const staticPage = await browser.open(tiny, { javaScriptEnabled: false });
	const painted = await staticPage.locator("#pages .page").boundingBox();
	const page = await browser.open(tiny);
	await expect.poll(() => page.locator(".laid-out").count()).toBe(1);
	const box = await page.locator("#pages .page").boundingBox();
	expect(box?.width).toBeCloseTo(96, 0);
	expect(box).toEqual(painted);
});

test.each([
	["tiny", () => tiny],
	["huge", () => huge],
])("zooming in and out of a %s page never turns round", async (_, url) => {
	const page = await browser.open(url());
	await pageText(page, 1);
	await page.locator("#zoom-choice").selectOption("page");
	const width = async () => (await page.locator("#pages .page").boundingBox())?.width ?? 0;
	const fullWidth = await width();
	for (const [name, sign] of [
		["Zoom in", 1],
		["Zoom out", -1],
	] as const) {
		await page.locator("#zoom-choice").selectOption("page");
		const button = page.getByRole("button", { name });
		if (await button.isEnabled()) {
			await button.click();
			await expect.poll(async () => Math.sign((await width()) - fullWidth)).toBe(sign);
		}
	}
});

test.each(["html", "text"])(
	"a page of 100,000 letters in disorder is read and zoomed as %s",
	async (output) => {
		const profileOverrides = encodeURIComponent(JSON.stringify({ output }));
		const page = await browser.open(`${scattered}&profileOverrides=${profileOverrides}`);
		await page.locator("#pages .face > :is(.text, .reflow)").waitFor({ state: "attached" });
		const zoom = () => page.locator("#zoom-value").innerText();
		const before = await zoom();
		await page.keyboard.press("Control+=");
		await expect.poll(zoom).not.toBe(before);
		expect(await page.locator("#pages *").count()).toBeLessThan(15_000);
	},
);

test("the list of zooms shows the current zoom, whatever it is", async () => {
	const page = await browser.open(huge);
	await pageText(page, 1);
	const chosen = () =>
		page.locator("#zoom-choice").evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text);
	await expect.poll(() => chosen()).toBe("Automatic");
	await page.keyboard.press("+");
	const isCurrent = async () => (await chosen()) === (await page.locator("#zoom-value").innerText());
	await expect.poll(isCurrent).toBe(true);
	await page.keyboard.press("0");
	await expect.poll(() => chosen()).toBe("Automatic");
});

describe.each([320, 360, 420, 720, 768])("in a window of %i pixels", (width) => {
	test("no control of a long document covers another, and nothing is wider than the window", async () => {
		const page = await browser.open(long, { viewport: { width, height: 700 } });
		await pageText(page, 1);
		const boxes = await page
			.locator("nav button, nav input, nav .page-of, .bar-zoom button, .zoom-choice, .bar-title")
			.evaluateAll((all) =>
				all
					.map((one) => one.getBoundingClientRect())
					.filter((box) => box.width > 0)
					.map((box) => box.toJSON() as DOMRect),
			);
		for (const [index, a] of boxes.entries()) {
			expect(a.left >= 0 && a.right <= width).toBe(true);
			for (const b of boxes.slice(index + 1)) {
				const areApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
				expect(areApart, JSON.stringify([a, b])).toBe(true);
			}
		}
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	});
});

test("in a low and narrow window the document has most of the space", async () => {
	const page = await browser.open(long, { viewport: { width: 320, height: 256 } });
	await pageText(page, 1);
	const stage = await page.locator("#stage").boundingBox();
	expect(stage?.height).toBeGreaterThan(190);
	expect(await page.getByRole("heading", { level: 1, name: ".pdf" }).count()).toBe(1);
});

describe.each([
	[667, 375],
	[568, 320],
	[520, 390],
	[375, 281],
	[320, 256],
])("in a low window of %i by %i pixels", (width, height) => {
	test("all focusable elements are visible, and the document has most of the space", async () => {
		const page = await browser.open(long, { viewport: { width, height } });
		await pageText(page, 1);
		for (const control of ["#thumbnails-toggle", "#page-field", "#search", "#more"]) {
			expect(await isOnTop(page, control), control).toBe(true);
		}
		const controls = page.locator(
			":is(header, nav, .bar-zoom, .bar-tools) :is(button, input, select):enabled",
		);
		const boxes = await Promise.all((await controls.all()).map((one) => one.boundingBox()));
		const seen = boxes.filter((box) => box !== null);
		expect(seen.every(({ x, y, width: own }) => x >= 0 && x + own <= width && y >= 0 && y < 40)).toBe(true);
		expect((await page.locator("#stage").boundingBox())?.height).toBeGreaterThan(height - 48);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
	});

	test("menu and search are opened by touch", async () => {
		const page = await browser.open(long, { viewport: { width, height }, hasTouch: true });
		await pageText(page, 1);
		await page.locator("#more").tap();
		const entry = page.getByRole("menuitemcheckbox", { name: "Overview" });
		await entry.waitFor();
		await page.keyboard.press("Escape");
		await page.locator("#search").tap();
		await page.getByRole("searchbox").waitFor();
		expect((await page.locator("#stage").boundingBox())?.height).toBeGreaterThan(height / 2 - 20);
	});
});

/** Reports whether the middle of a control is not covered by another element. */
function isOnTop(page: Page, control: string): Promise<boolean> {
	return page.locator(control).evaluate((element) => {
		const { left, top, width, height } = element.getBoundingClientRect();
		const topElement = document.elementFromPoint(left + width / 2, top + height / 2);
		return topElement !== null && element.contains(topElement);
	});
}

test("without its script, page 1 is readable, and a message says that something is missing", async () => {
	const page = await browser.open("about:blank", { expected: /ERR_FAILED/ });
	await page.route("**/viewer-*.js", (route) => route.abort());
	await page.goto(huge);
	await page.getByRole("link", { name: "Reload" }).waitFor();
	expect(await darkPixelShare(page, "#pages .page")).toBeGreaterThan(0);
	expect(await page.getByRole("button").count()).toBe(0);
	await page.unroute("**/viewer-*.js");
	await page.getByRole("link", { name: "Reload" }).click();
	expect(await pageText(page, 1)).toContain("Page number 1");
	expect(await page.getByRole("link", { name: "Reload" }).count()).toBe(0);
});

test("the message for readers without scripts mentions other pages only if there are some", async () => {
	const staticPage = await browser.open(huge, { javaScriptEnabled: false });
	expect(await staticPage.locator(".no-script").count()).toBe(0);
	const first = await browser.open(long, { javaScriptEnabled: false });
	expect(await first.locator(".no-script").count()).toBe(1);
});

test("with forced colors the text over a page's picture stays transparent", async () => {
	const page = await browser.open(huge, { forcedColors: "active" });
	await pageText(page, 1);
	const color = await page
		.locator(".text span")
		.first()
		.evaluate((word) => getComputedStyle(word).color);
	expect(color).toBe("rgba(0, 0, 0, 0)");
});
