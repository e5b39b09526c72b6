import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, fieldValue, goTo, wordsOf } from "../support/browser";
import { makeSizedPDF, type PageSize } from "../support/documents";
import { readyPDF } from "../support/library";
import { noteShifts, shiftsOf } from "../support/shifts";

const browser = new Browser({ scrollBars: true });

const portrait: PageSize = [595, 842];
const landscape: PageSize = [1684, 595];

/** Pixels that a key moves a page by. */
const lineStep = 56;

let mixed = "";

beforeAll(async () => {
	mixed = await readyPDF("mixed.pdf", makeSizedPDF([portrait, landscape, landscape, portrait]));
});

interface Place {
	/** How far the middle of the page is right of the middle of the window onto the pages. */
	readonly off: number;
	/** Desk to the left and to the right of the page; less than nothing where it goes on. */
	readonly left: number;
	readonly right: number;
}

function placeOf(page: Page, number: number): Promise<Place> {
	return page.locator(`#pages [data-page="${number}"]`).evaluate((sheet) => {
		const stage = document.getElementById("stage");
		const box = sheet.getBoundingClientRect();
		const from = stage?.getBoundingClientRect().left ?? 0;
		const width = stage?.clientWidth ?? 0;
		return {
			off: box.left + box.width / 2 - from - width / 2,
			left: box.left - from,
			right: from + width - box.right,
		};
	});
}

async function off(page: Page, number: number): Promise<number> {
	return Math.round(Math.abs((await placeOf(page, number)).off));
}

async function panTo(page: Page, left: number): Promise<void> {
	await page.locator("#stage").evaluate((stage, to) => {
		stage.scrollLeft = to;
	}, left);
}

describe.each([
	["420", { width: 420, height: 800 }],
	["1200", { width: 1200, height: 800 }],
])("pages of different widths in a window of %s pixels", (_, viewport) => {
	test("open with page 1 in the middle, where it was painted before the script", async () => {
		const still = await browser.open(mixed, { javaScriptEnabled: false, viewport });
		const painted = await still.locator("#pages .page").boundingBox();
		const page = await browser.open(mixed, { viewport, before: noteShifts });
		await wordsOf(page, 1);
		expect(await off(page, 1)).toBe(0);
		expect(await page.locator('#pages [data-page="1"]').boundingBox()).toEqual(painted);
		expect(await shiftsOf(page)).toEqual([]);
	});

	test("keep the page in the middle at every zoom and in every window", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		for (const zoom of ["0.5", "2", "page", "4", "width", "0.75", "auto"]) {
			await page.locator("#zoom-choice").selectOption(zoom);
			expect(await off(page, 1), zoom).toBe(0);
		}
		for (const key of ["+", "+", "+", "-", "-", "-", "-", "0"]) {
			await page.keyboard.press(key);
			expect(await off(page, 1), key).toBe(0);
		}
		for (const width of [700, 340, viewport.width]) {
			await page.setViewportSize({ ...viewport, width });
			await expect.poll(() => off(page, 1)).toBe(0);
			await expect.poll(async () => (await placeOf(page, 1)).left).toBeGreaterThan(7);
		}
	});

	test("let a wide page be panned to both its edges, and no key lose a narrow one", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		await page.keyboard.press("ArrowRight");
		await expect.poll(() => fieldValue(page)).toBe("2");
		expect((await placeOf(page, 2)).left).toBeGreaterThan(0);
		for (let press = 0; press < 40; press++) {
			await page.keyboard.press("ArrowRight");
		}
		await expect.poll(async () => (await placeOf(page, 2)).right).toBeGreaterThan(0);
		await page.keyboard.press("Home");
		await expect.poll(() => off(page, 1)).toBe(0);
	});

	test("come into view sideways when one goes to them", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		await goTo(page, 2);
		expect((await placeOf(page, 2)).left).toBeGreaterThan(0);
		await panTo(page, 99_999);
		await goTo(page, 1);
		expect(await off(page, 1)).toBe(0);
		await goTo(page, 3);
		await panTo(page, 99_999);
		await page.getByRole("button", { name: "Next page" }).click();
		await expect.poll(() => off(page, 4)).toBe(0);
		await panTo(page, 0);
		await page.keyboard.press("End");
		await expect.poll(() => off(page, 4)).toBe(0);
	});

	test("stay panned between pages of one width", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		await page.locator("#zoom-choice").selectOption("1.5");
		await goTo(page, 2);
		await page.keyboard.press("ArrowRight");
		const { left } = await placeOf(page, 2);
		expect(left).toBeLessThan(0);
		await goTo(page, 3);
		expect((await placeOf(page, 3)).left).toBeCloseTo(left, 0);
	});

	test("stay panned where one goes on before that was painted", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		await page.locator("#zoom-choice").selectOption("1.5");
		await goTo(page, 2);
		const { left } = await placeOf(page, 2);
		await page.evaluate(() => {
			document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
			const field = document.getElementById("page-field") as HTMLInputElement;
			field.value = "3";
			field.form?.requestSubmit();
		});
		await expect.poll(() => fieldValue(page)).toBe("3");
		expect((await placeOf(page, 3)).left).toBeCloseTo(left - lineStep, 0);
	});

	test("come to rest when a page is fitted to the window", async () => {
		const page = await browser.open(mixed, { viewport });
		await wordsOf(page, 1);
		await page.locator("#zoom-choice").selectOption("page");
		for (let width = viewport.width; width > viewport.width - 60; width -= 4) {
			await page.setViewportSize({ ...viewport, width });
			await expect.poll(() => off(page, 1)).toBe(0);
			expect(await changesInFrames(page, 10)).toBeLessThanOrEqual(1);
		}
	});
});

/** How often the first page changes its size within a number of frames. */
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
