import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { runAxe } from "../support/axe";
import { Browser, pageText } from "../support/browser";
import { uploadAndOpenPDF } from "../support/api";
import { makeBook } from "../support/documents";

// In Arabic and Hebrew, the interface is mirrored, but pages, their order and their scroll positions are not.

const browser = new Browser();

let url = "";
let rowURL = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("דוח Q3 (2).pdf", makeBook(12));
	rowURL = `${url}&profileOverrides=${encodeURIComponent('{"initialLayout":"horizontal"}')}`;
});

async function boxOf(element: Locator): Promise<{ left: number; right: number; middle: number }> {
	const { x, width } = (await element.boundingBox()) ?? { x: NaN, width: NaN };
	return { left: x, right: x + width, middle: x + width / 2 };
}

/** Returns the parts of the interface that extend beyond an edge of the window. */
function overflowingParts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const parts = [
			...document.querySelectorAll("header, nav, section, button, .side, .finder, .menu, dialog"),
		];
		return parts
			.map((part) => ({ part, box: part.getBoundingClientRect() }))
			.filter(({ box }) => box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
			.map(({ part }) => part.id || part.className);
	});
}

describe.each([
	["ar", "الصفحة التالية", "الفهرس"],
	["he", "העמוד הבא", "תוכן עניינים"],
])("in %s", (locale, next, outline) => {
	const wide = { locale, viewport: { width: 1440, height: 900 } };

	test("the bars and the side panel are mirrored, and the pages are not", async () => {
		const page = await browser.open(url, wide);
		expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
		await pageText(page, 1);
		const [side, stage] = [await boxOf(page.locator("#side")), await boxOf(page.locator("#stage"))];
		expect(side.right).toBe(1440);
		expect(stage.right).toBe(side.left);
		const [toggle, field, count, more] = [
			await boxOf(page.locator("#thumbnails-toggle")),
			await boxOf(page.locator("#page-field")),
			await boxOf(page.locator("#page-of")),
			await boxOf(page.locator("#more")),
		];
		expect(toggle.middle).toBeGreaterThan(field.middle);
		expect(field.middle).toBeGreaterThan(count.middle);
		expect(count.middle).toBeGreaterThan(more.middle);
		expect(await page.locator("#stage").evaluate((element) => getComputedStyle(element).direction)).toBe(
			"ltr",
		);
		await page.getByRole("button", { name: next, exact: true }).click();
		await expect.poll(() => page.locator("#page-field").inputValue()).toBe("ii");
	});

	test("icons of the interface are mirrored, and those of pages are not", async () => {
		const page = await browser.open(url, wide);
		const scaleOf = (icon: string) =>
			page
				.locator(`.icon:has(> use[href="#i-${icon}"])`)
				.first()
				.evaluate((element) => getComputedStyle(element).scale);
		await page.locator("#page-field").fill("ii"); // a jump, so that the menu offers the way back
		await page.locator("#page-field").press("Enter");
		await page.locator("#more").click();
		expect(await Promise.all(["panel-left", "arrow-left"].map(scaleOf))).toEqual(Array(2).fill("-1 1"));
		expect(await Promise.all(["rotate-cw", "rotate-ccw", "search", "printer"].map(scaleOf))).toEqual(
			Array(4).fill("none"),
		);
		// The menu begins at the left edge of its button, which is at the left edge of the window.
		expect((await boxOf(page.locator(".menu:visible"))).left).toBe((await boxOf(page.locator("#more"))).left);
		await page
			.getByRole("menuitem")
			.filter({ has: page.locator('[href="#i-arrow-left"]') })
			.click();
		await page.locator("#more").click();
		expect(await scaleOf("arrow-right")).toBe("-1 1");
	});

	test("pages in a row keep their order, and arrow keys move to what they point to", async () => {
		const page = await browser.open(rowURL, wide);
		await pageText(page, 2);
		const sheet = (number: number) => boxOf(page.locator(`#pages .page[data-page="${number}"]`));
		expect((await sheet(1)).right).toBeLessThan((await sheet(2)).left);
		await page.locator("#stage").focus();
		await page.keyboard.press("ArrowRight");
		await expect.poll(() => page.locator("#page-field").inputValue()).toBe("ii");
		const scrolled = () => page.locator("#stage").evaluate(({ scrollLeft }) => scrollLeft);
		await page.locator("#ribbon-right").click();
		await expect.poll(scrolled).toBeGreaterThan(0);
		await page.locator("#ribbon-left").click();
		await page.keyboard.press("Home");
		await expect.poll(scrolled).toBe(0);
	});

	test("the tabs and the tree of the side panel are mirrored", async () => {
		const page = await browser.open(url, wide);
		const tab = page.getByRole("tab", { name: outline });
		const pressLeft = async () => {
			await page.locator("#thumbnails").press("ArrowLeft");
			return tab.getAttribute("aria-selected");
		};
		// The key is pressed repeatedly, because the viewer's script may not have started yet.
		await expect.poll(pressLeft).toBe("true");
		const entry = page.locator("#outline-pane li:has(> button)").first();
		await entry.waitFor();
		const [button, link] = [await boxOf(entry.locator("> button")), await boxOf(entry.locator("> a > bdi"))];
		expect(button.left).toBeGreaterThanOrEqual(link.right);
		const nested = entry.locator("> ul");
		if (!(await nested.isVisible())) {
			await entry.locator("> button").click();
		}
		const indented = await boxOf(nested.locator("> li > a > bdi").first());
		expect(indented.right).toBeLessThan(link.right);
	});

	// Dark colors are not checked here. They are the same as in other languages, in which viewer/axe checks them.
	test("axe finds nothing, and nothing overflows at 390 pixels", async () => {
		const page = await browser.open(`${url}#search=number`, wide);
		await page.locator("#results-pane li mark").first().waitFor();
		expect(await runAxe(page)).toEqual([]);
		await page.setViewportSize({ width: 390, height: 800 });
		expect(await runAxe(page)).toEqual([]);
		await expect.poll(() => overflowingParts(page)).toEqual([]);
		await page.locator("#more").click();
		await expect.poll(() => overflowingParts(page)).toEqual([]);
		expect(await runAxe(page)).toEqual([]);
		await page.locator(".menu:visible button").last().click();
		await page.locator("dialog").waitFor();
		await expect.poll(() => overflowingParts(page)).toEqual([]);
		expect(await runAxe(page)).toEqual([]);
	});
});
