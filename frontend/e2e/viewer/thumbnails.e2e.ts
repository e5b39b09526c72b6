import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Browser, pageFieldValue, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
const browserWithScrollBars = new Browser({ scrollBars: true });
const [narrow, wide] = [
	{ width: 600, height: 800 },
	{ width: 1300, height: 800 },
];

let document = "";

beforeAll(async () => {
	document = await uploadAndOpenPDF("side.pdf", makePDF(40));
});

/** Reports whether the thumbnail of a page is fully visible and marked as the current page. */
function isMarkedAndVisible(page: Page, number: number): Promise<boolean> {
	return page.evaluate((number) => {
		const pane = window.document.querySelector("#thumbnails-pane")?.getBoundingClientRect();
		const thumbnail = window.document.querySelector(
			`#thumbnails-pages [data-page="${number}"][aria-current="page"]`,
		);
		const box = thumbnail?.getBoundingClientRect();
		return pane !== undefined && box !== undefined && box.top >= pane.top && box.bottom <= pane.bottom;
	}, number);
}

test("thumbnails appear if a window becomes wide", async () => {
	const page = await browser.open(document, { viewport: narrow });
	await pageText(page, 1);
	await page.setViewportSize(wide);
	await expect.poll(() => isMarkedAndVisible(page, 1)).toBe(true);
	await expect.poll(() => page.locator("#thumbnails-toggle").getAttribute("aria-expanded")).toBe("true");
});

test("thumbnails are in the middle of the panel, also beside a scroll bar that takes up space", async () => {
	const page = await browserWithScrollBars.open(document, { viewport: wide });
	await expect.poll(() => isMarkedAndVisible(page, 1)).toBe(true);
	const pane = page.locator("#thumbnails-pane");
	const bar = await pane.evaluate((element: HTMLElement) => element.offsetWidth - element.clientWidth);
	const [outer, inner] = [
		await pane.boundingBox(),
		await page.locator('#thumbnails-pages [data-page="1"]').boundingBox(),
	];
	const middle = (box: { x: number; width: number } | null) => (box ? box.x + box.width / 2 : 0);
	expect(bar).toBeGreaterThan(0);
	expect(Math.abs(middle(outer) - middle(inner))).toBeLessThan(1);
});

test("thumbnails show the page that a profile opens", async () => {
	const opened = encodeURIComponent('{"openedPage":35}');
	const page = await browser.open(`${document}&profileOverrides=${opened}`, { viewport: wide });
	await expect.poll(() => isMarkedAndVisible(page, 35)).toBe(true);
});

test("thumbnails show the current page when they are opened again", async () => {
	const page = await browser.open(document, { viewport: wide });
	await expect.poll(() => isMarkedAndVisible(page, 1)).toBe(true);
	const toggle = page.locator("#thumbnails-toggle");
	await toggle.click();
	for (const number of [25, 5, 12]) {
		await page.fill("#page-field", String(number));
		await page.press("#page-field", "Enter");
		await expect.poll(() => pageFieldValue(page)).toBe(String(number));
		await toggle.click();
		await expect.poll(() => isMarkedAndVisible(page, number)).toBe(true);
		await toggle.click();
	}
});

test("in a narrow window the pages behind the panel are dark, and a tap on them only closes it", async () => {
	const page = await browser.open(document, { viewport: narrow, hasTouch: true });
	await pageText(page, 1);
	const panel = page.locator("#side");
	await page.locator("#thumbnails-toggle").click();
	await panel.waitFor();
	const scrim = await panel.evaluate((side) => getComputedStyle(side, "::after").backgroundColor);
	expect(scrim).toBe("rgba(10, 14, 20, 0.4)");
	const tap = await page.locator("#stage").evaluateHandle((stage) => {
		const received: string[] = [];
		for (const type of ["pointerdown", "mousedown", "click"]) {
			stage.addEventListener(type, () => received.push(type));
		}
		// The click is the last event of a tap, so all events have been received when it is handled.
		const ended = new Promise<string[]>((resolve) => {
			addEventListener("click", () => setTimeout(resolve, 0, received), true);
		});
		return { ended };
	});
	await page.touchscreen.tap(550, 400);
	await panel.waitFor({ state: "hidden" });
	expect(await tap.evaluate(({ ended }) => ended), "what the pages receive").toEqual([]);
});

test("in a narrow window keys move between thumbnails, and choosing one goes to its page", async () => {
	const page = await browser.open(document, { viewport: narrow });
	await pageText(page, 1);
	await page.locator("#thumbnails-toggle").click();
	await page.locator('#thumbnails-pages [data-page="1"]').focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await expect.poll(() => isMarkedAndVisible(page, 3)).toBe(true);
	await page.keyboard.press("Enter");
	await page.locator("#side").waitFor({ state: "hidden" });
	await expect.poll(() => page.evaluate(() => window.document.activeElement?.id)).toBe("stage");
	await expect.poll(() => pageFieldValue(page)).toBe("3");
});
