import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makeTextPDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

// Text that is marked as a hit has a contrast of at least 4.5 to 1, on light and on dark pages.

const browser = new Browser();

/** PDF operators that set the color of text to black, grey or blue. */
const inks = { black: "0 g", grey: "0.35 g", blue: "0.1 0.2 0.7 rg" };
const urls = new Map<string, string>();

beforeAll(async () => {
	for (const [name, ink] of Object.entries(inks)) {
		const lines = [
			[72, 700, 36, "Words words"],
			[72, 600, 36, "and words"],
		] as const;
		urls.set(name, await uploadAndOpenPDF(`${name}.pdf`, makeTextPDF([lines], ink)));
	}
});

/** Returns the contrast between the lightest and the darkest pixel of a mark, without its edges. */
async function contrastIn(page: Page, mark: Locator): Promise<number> {
	const { x, y, width, height } = (await mark.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
	const clip = { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
	const picture = (await page.screenshot({ clip })).toString("base64");
	return page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
		context?.drawImage(bitmap, 0, 0);
		const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
		const linear = (index: number) => {
			const share = (data[index] ?? 0) / 255;
			return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		};
		let [low, high] = [1, 0];
		for (let index = 0; index < data.length; index += 4) {
			const luminance = 0.2126 * linear(index) + 0.7152 * linear(index + 1) + 0.0722 * linear(index + 2);
			[low, high] = [Math.min(low, luminance), Math.max(high, luminance)];
		}
		return (high + 0.05) / (low + 0.05);
	}, picture);
}

/** Themes that set the color of hits, the color of the current hit, or both. */
const themes: Readonly<Record<string, object>> = {
	"dark hits": { searchHitBackgroundColor: "#101080" },
	"a dark current hit": { searchHitActiveBackgroundColor: "darkred" },
	"white hits": { searchHitBackgroundColor: "#ffffff" },
	"grey hits": { searchHitBackgroundColor: "#777", searchHitActiveBackgroundColor: "rgb(0 0 0 / 80%)" },
	"saturated hits": { searchHitBackgroundColor: "#ff0000", searchHitActiveBackgroundColor: "#0000ff" },
};

/** Opens a document with marked hits; on dark pages if `dark` is set. */
async function openWithHits(name: string, dark: boolean, theme = {}): Promise<Page> {
	const page = await browser.open("about:blank");
	if (dark) {
		await page.addInitScript(() => {
			localStorage.setItem("lectern-dark-pages", "");
		});
	}
	const overrides = encodeURIComponent(JSON.stringify(theme));
	await page.goto(`${urls.get(name) ?? ""}&themeOverrides=${overrides}#search=words`);
	await page.locator('.page[data-state="drawn"] .hit').nth(2).waitFor();
	return page;
}

describe.each([
	["light pages", false],
	["dark pages", true],
] as const)("on %s", (_, dark) => {
	test.each(Object.keys(inks))("marks leave text readable that is %s", async (name) => {
		const page = await openWithHits(name, dark);
		for (const mark of [
			page.locator(".hit[aria-current]"),
			page.locator(".hit:not([aria-current])").first(),
		]) {
			expect(await contrastIn(page, mark)).toBeGreaterThanOrEqual(4.5);
		}
	});
});

describe.each([
	["light pages", false],
	["dark pages", true],
] as const)("on %s, marks leave text readable whatever colors a theme sets", (_, dark) => {
	test.each(Object.keys(themes))("%s", async (name) => {
		const page = await openWithHits("grey", dark, themes[name]);
		for (const mark of [
			page.locator(".hit[aria-current]"),
			page.locator(".hit:not([aria-current])").first(),
		]) {
			expect(await contrastIn(page, mark)).toBeGreaterThanOrEqual(4.5);
		}
	});
});

test("the fills of marks do not cover text, also in browsers that cannot blend them, such as WebKitGTK", async () => {
	const page = await openWithHits("grey", false);
	await page.evaluate(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("#pages * { mix-blend-mode: normal !important; }");
		document.adoptedStyleSheets = [sheet];
	});
	for (const mark of [page.locator(".hit[aria-current]"), page.locator(".hit:not([aria-current])").first()]) {
		expect(await contrastIn(page, mark)).toBeGreaterThanOrEqual(4.5);
		const background = mark.evaluate((element) => getComputedStyle(element).backgroundColor);
		expect(await background).toBe("rgba(0, 0, 0, 0)");
	}
	const fills = await page
		.locator(".fill")
		.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
	expect(fills).not.toContain("rgba(0, 0, 0, 0)");
});

test("dark pages are on a dark desk", async () => {
	const page = await openWithHits("black", true);
	const background = () =>
		page.locator("#stage").evaluate((element) => getComputedStyle(element).backgroundColor);
	expect(await background()).toBe("rgb(29, 32, 37)");
	const edge = page
		.locator('#pages .page[data-page="1"]')
		.evaluate((element) => getComputedStyle(element).boxShadow);
	expect(await edge, "their edges are visible").toMatch(/^rgba\(255, 255, 255, 0\.16\) 0px 0px 0px 1px/);
	await page.locator("body").evaluate((body) => {
		body.classList.remove("dark-pages");
	});
	expect(await background()).toBe("rgba(0, 0, 0, 0)");
});
