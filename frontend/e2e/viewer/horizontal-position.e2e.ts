import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, goTo, pageFieldValue, pageText } from "../support/browser";
import { makeSizedPDF, type PageSize } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { readShifts, recordShifts } from "../support/layout-shifts";

const browser = new Browser({ scrollBars: true });

const portrait: PageSize = [595, 842];
const landscape: PageSize = [1684, 595];

/** The number of pixels by which an arrow key scrolls. */
const lineStep = 56;

let mixedSizes = "";

beforeAll(async () => {
	mixedSizes = await uploadAndOpenPDF("mixed.pdf", makeSizedPDF([portrait, landscape, landscape, portrait]));
});

interface HorizontalPosition {
	/**
	 * The distance of the center of the page from the center of the stage (the area in which the pages are scrolled),
	 * in pixels; positive if the page is further to the right.
	 */
	readonly centerOffset: number;
	/** The space to the left and to the right of the page, in pixels; negative if the page is wider than the stage. */
	readonly left: number;
	readonly right: number;
}

function horizontalPosition(page: Page, number: number): Promise<HorizontalPosition> {
	return page.locator(`#pages [data-page="${number}"]`).evaluate((sheet) => {
		const stage = document.getElementById("stage");
		const box = sheet.getBoundingClientRect();
		const from = stage?.getBoundingClientRect().left ?? 0;
		const width = stage?.clientWidth ?? 0;
		return {
			centerOffset: box.left + box.width / 2 - from - width / 2,
			left: box.left - from,
			right: from + width - box.right,
		};
	});
}

async function centerOffset(page: Page, number: number): Promise<number> {
	return Math.round(Math.abs((await horizontalPosition(page, number)).centerOffset));
}

async function panTo(page: Page, left: number): Promise<void> {
	await page.locator("#stage").evaluate((stage, to) => {
		stage.scrollLeft = to;
	}, left);
}

describe.each([
	// At this zoom, a portrait page fits into the window, but a landscape page does not.
	["440", { width: 440, height: 800 }, "0.5"],
	["1200", { width: 1200, height: 800 }, "1"],
])("pages of different widths in a window of %s pixels", (_, viewport, zoom) => {
	test("open with page 1 in the middle, where it was painted before the script", async () => {
		const staticPage = await browser.open(mixedSizes, { javaScriptEnabled: false, viewport });
		const painted = await staticPage.locator("#pages .page").boundingBox();
		const page = await browser.open(mixedSizes, { viewport, initScript: recordShifts });
		await pageText(page, 1);
		expect(await centerOffset(page, 1)).toBe(0);
		expect(await page.locator('#pages [data-page="1"]').boundingBox()).toEqual(painted);
		expect(await readShifts(page)).toEqual([]);
	});

	test("keep the page in the middle at every zoom and in every window", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		for (const zoom of ["0.5", "2", "page", "4", "width", "0.75", "auto"]) {
			await page.locator("#zoom-choice").selectOption(zoom);
			expect(await centerOffset(page, 1), zoom).toBe(0);
		}
		for (const key of ["+", "+", "+", "-", "-", "-", "-", "0"]) {
			await page.keyboard.press(key);
			expect(await centerOffset(page, 1), key).toBe(0);
		}
		for (const width of [700, 340, viewport.width]) {
			await page.setViewportSize({ ...viewport, width });
			await expect.poll(() => centerOffset(page, 1)).toBe(0);
			await expect.poll(async () => (await horizontalPosition(page, 1)).left).toBeGreaterThan(7);
		}
	});

	test("let a wide page be panned to both its edges, and no key lose a narrow one", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		await page.locator("#zoom-choice").selectOption(zoom);
		await page.keyboard.press("ArrowRight");
		await expect.poll(() => pageFieldValue(page)).toBe("2");
		expect((await horizontalPosition(page, 2)).left).toBeGreaterThan(0);
		for (let press = 0; press < 40; press++) {
			await page.keyboard.press("ArrowRight");
		}
		await expect.poll(async () => (await horizontalPosition(page, 2)).right).toBeGreaterThan(0);
		await page.keyboard.press("Home");
		await expect.poll(() => centerOffset(page, 1)).toBe(0);
	});

	test("come into view horizontally when the reader goes to them", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		await page.locator("#zoom-choice").selectOption(zoom);
		await goTo(page, 2);
		expect((await horizontalPosition(page, 2)).left).toBeGreaterThan(0);
		await panTo(page, 99_999);
		await goTo(page, 1);
		expect(await centerOffset(page, 1)).toBe(0);
		await goTo(page, 3);
		await panTo(page, 99_999);
		await page.getByRole("button", { name: "Next page" }).click();
		await expect.poll(() => centerOffset(page, 4)).toBe(0);
		await panTo(page, 0);
		await page.keyboard.press("End");
		await expect.poll(() => centerOffset(page, 4)).toBe(0);
	});

	test("stay panned between pages of one width", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		await page.locator("#zoom-choice").selectOption("1.5");
		await goTo(page, 2);
		await page.keyboard.press("ArrowRight");
		const { left } = await horizontalPosition(page, 2);
		expect(left).toBeLessThan(0);
		await goTo(page, 3);
		expect((await horizontalPosition(page, 3)).left).toBeCloseTo(left, 0);
	});

	test("stay panned if the reader goes on before the next paint", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		await page.locator("#zoom-choice").selectOption("1.5");
		await goTo(page, 2);
		const { left } = await horizontalPosition(page, 2);
		await page.evaluate(() => {
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
			const field = document.getElementById("page-field") as HTMLInputElement;
			field.value = "3";
			field.form?.requestSubmit();
		});
		await expect.poll(() => pageFieldValue(page)).toBe("3");
		expect((await horizontalPosition(page, 3)).left).toBeCloseTo(left - lineStep, 0);
	});

	test("keep a stable size when a page is fitted to the window", async () => {
		const page = await browser.open(mixedSizes, { viewport });
		await pageText(page, 1);
		await page.locator("#zoom-choice").selectOption("page");
		for (let width = viewport.width; width > viewport.width - 60; width -= 4) {
			await page.setViewportSize({ ...viewport, width });
			await expect.poll(() => centerOffset(page, 1)).toBe(0);
			expect(await changesInFrames(page, 10)).toBeLessThanOrEqual(1);
		}
	});
});

describe.each([320, 390, 600, 768, 1200])("in a window of %i pixels", (width) => {
	test.each([
		["normal", ["auto", "width", "page"]],
		["twoPages", ["auto", "page"]],
		["poster", ["auto"]],
		["horizontal", ["page"]],
	])("each page fits by itself: %s", async (initialLayout, zooms) => {
		const url = `${mixedSizes}&profileOverrides=${encodeURIComponent(JSON.stringify({ initialLayout }))}`;
		const page = await browser.open(url, { viewport: { width, height: 800 } });
		await page.locator("#pages.laid-out").waitFor();
		for (const zoom of zooms) {
			await page.locator("#zoom-choice").selectOption(zoom);
			for (const number of [1, 2, 4]) {
				await goTo(page, number);
				const { left, right } = await horizontalPosition(page, number);
				expect(Math.min(left, right), `page ${number}, ${zoom}`).toBeGreaterThan(-0.5);
			}
		}
	});

	test("the zoom is that of the current page", async () => {
		const page = await browser.open(mixedSizes, { viewport: { width, height: 800 } });
		await pageText(page, 1);
		for (const number of [1, 2]) {
			await goTo(page, number);
			const shown = (await page.locator(`#pages [data-page="${number}"]`).boundingBox())?.width ?? 0;
			const points = [portrait, landscape][number - 1]?.[0] ?? 0;
			const percent = `${Math.round((shown / points / (96 / 72)) * 100)}%`;
			await expect.poll(() => page.locator("#zoom-value").textContent()).toBe(percent);
		}
	});
});

/** Returns how many times the first page changes its width within a number of frames. */
function changesInFrames(page: Page, frames: number): Promise<number> {
	return page.locator('#pages [data-page="1"]').evaluate(async (sheet, count) => {
		let changes = 0;
		let last = sheet.clientWidth;
		for (let frame = 0; frame < count; frame++) {
			await new Promise(requestAnimationFrame);
			changes += sheet.clientWidth === last ? 0 : 1;
			last = sheet.clientWidth;
		}
		return changes;
	}, frames);
}
