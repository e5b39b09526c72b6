import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, chooseMenuItem, goTo, pageFieldValue, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
const viewport = { width: 1440, height: 900 };

let long = "";

beforeAll(async () => {
	long = await uploadAndOpenPDF("place.pdf", makePDF(41));
});

/**
 * Returns the size of the stage, which is the area in which the pages are scrolled, and the box of a page relative to
 * the top left corner of the stage.
 */
function boxOf(page: Page, number: number) {
	return page.locator(`#pages .page[data-page="${number}"]`).evaluate((sheet) => {
		const stage = document.getElementById("stage")?.getBoundingClientRect() ?? new DOMRect();
		const { left, top, width, height } = sheet.getBoundingClientRect();
		return {
			left: left - stage.left,
			top: top - stage.top,
			width,
			height,
			stageSize: { width: stage.width, height: stage.height },
		};
	});
}

/** Reports whether a page and the current page, whose number is in the page field, are both visible. */
async function areBothVisible(page: Page, number: number): Promise<boolean> {
	const isVisible = async (sheet: number) => {
		if ((await page.locator(`#pages .page[data-page="${sheet}"]`).count()) === 0) {
			return false;
		}
		const { left, top, width, height, stageSize } = await boxOf(page, sheet);
		return left < stageSize.width && left + width > 0 && top < stageSize.height && top + height > 0;
	};
	return (await isVisible(number)) && (await isVisible(Number(await pageFieldValue(page))));
}

describe("in the overview, zooming keeps", () => {
	test.each(["1", "2", "0.5"])("the current page, to %s by the list", async (factor) => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Overview");
		await goTo(page, 20);
		await page.locator("#zoom-choice").selectOption(factor);
		await expect.poll(() => areBothVisible(page, 20)).toBe(true);
		await expect.poll(() => pageFieldValue(page)).toBe("20");
	});

	test("the current page, by key after key", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Overview");
		await goTo(page, 20);
		await page.locator("#stage").focus();
		for (const key of ["+", "+", "+", "+", "+", "+", "-", "-", "-", "-", "-", "-", "-", "-"]) {
			await page.keyboard.press(key);
			await expect.poll(() => areBothVisible(page, 20), { message: key }).toBe(true);
		}
	});

	test("the page under the pointer, turn after turn of the wheel", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Overview");
		await goTo(page, 20);
		const box = await page.locator('#pages .page[data-page="20"]').boundingBox();
		const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
		await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, y);
		await page.keyboard.down("Control");
		for (const turn of [-120, -120, -120, -120, -120, -120, 120, 120, 120, 120, 120, 120, 120, 120]) {
			const before = await page.locator("#zoom-value").innerText();
			await page.mouse.wheel(0, turn);
			await expect.poll(() => page.locator("#zoom-value").innerText()).not.toBe(before);
			await expect.poll(() => areBothVisible(page, 20), { message: before }).toBe(true);
			const now = await page.locator('#pages .page[data-page="20"]').boundingBox();
			expect(Math.abs((now?.y ?? 0) + (now?.height ?? 0) / 2 - y), before).toBeLessThan(6);
		}
	});
});

/** Scrolls until the given fraction of a page's height is above the upper edge of the stage. */
async function scrollToPart(page: Page, number: number, part: number): Promise<void> {
	await goTo(page, number);
	await pageText(page, number);
	const { top, height } = await boxOf(page, number);
	await page.locator("#stage").evaluate(
		(stage, distance) => {
			stage.scrollTop += distance;
		},
		top + part * height,
	);
	await expect.poll(() => topPart(page, number)).toBeCloseTo(part, 2);
}

/** Returns the fraction of a page's height that is above the upper edge of the stage. */
async function topPart(page: Page, number: number): Promise<number> {
	const { top, height } = await boxOf(page, number);
	return -top / height;
}

describe("the position within a page is kept", () => {
	test("through layouts that cannot show it", async () => {
		const page = await browser.open(long, { viewport });
		await scrollToPart(page, 20, 0.36);
		for (const name of ["Overview", "Horizontal scrolling", "Two pages"]) {
			await chooseMenuItem(page, name);
			await expect.poll(() => pageFieldValue(page), { message: name }).toBe("20");
			await expect.poll(() => areBothVisible(page, 20), { message: name }).toBe(true);
		}
		await chooseMenuItem(page, "Continuous");
		await expect.poll(() => topPart(page, 20)).toBeCloseTo(0.36, 2);
	});

	test("until the reader moves", async () => {
		const page = await browser.open(long, { viewport });
		await scrollToPart(page, 20, 0.36);
		await chooseMenuItem(page, "Overview");
		await goTo(page, 31);
		await chooseMenuItem(page, "Continuous");
		await expect.poll(() => pageFieldValue(page)).toBe("31");
		expect(await topPart(page, 31)).toBeLessThan(0);
	});

	test("when pages are turned, all the way round", async () => {
		const page = await browser.open(long, { viewport });
		await scrollToPart(page, 20, 0.36);
		const { stageSize, height } = await boxOf(page, 20);
		const middle = 0.36 + stageSize.height / 2 / height;
		await chooseMenuItem(page, "Rotate right");
		const turnedBox = await boxOf(page, 20);
		expect(turnedBox.width).toBeGreaterThan(turnedBox.height);
		const x = turnedBox.left + (1 - middle) * turnedBox.width;
		const y = turnedBox.top + turnedBox.height / 2;
		expect(x > 0 && x < stageSize.width && y > 0 && y < stageSize.height).toBe(true);
		for (let quarter = 0; quarter < 3; quarter++) {
			await chooseMenuItem(page, "Rotate right");
		}
		await expect.poll(() => topPart(page, 20)).toBeCloseTo(0.36, 2);
	});
});

test("a ribbon that is narrowed stays at its start", async () => {
	const overrides = encodeURIComponent(JSON.stringify({ ribbon: true }));
	const page = await browser.open(`${long}&profileOverrides=${overrides}`, {
		viewport: { width: 1400, height: 240 },
	});
	await page.locator("#pages.laid-out").waitFor();
	const before = await boxOf(page, 1);
	for (const width of [900, 375, 1400]) {
		await page.setViewportSize({ width, height: 240 });
		await expect.poll(async () => (await boxOf(page, 1)).stageSize.width).toBe(width);
		await expect.poll(async () => (await boxOf(page, 1)).left, { message: String(width) }).toBe(before.left);
	}
});
