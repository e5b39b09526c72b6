import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Browser, chooseMenuItem, pageText } from "../support/browser";
import { makeBook } from "../support/documents";
import { edges, systemColor } from "../support/forced-colors";
import { uploadAndOpenPDF } from "../support/api";

// In forced colors (high contrast), backgrounds and shadows are invisible, so edges and states are shown by borders,
// outlines and system colors.

const browser = new Browser();

let url = "";

beforeAll(async () => {
	const session = await uploadAndOpenPDF("forced-colors.pdf", makeBook(12));
	url = `${session}&profileOverrides=${encodeURIComponent('{"thumbnailsShown":true}')}`;
});

const open = (address = url): Promise<Page> =>
	browser.open(address, { forcedColors: "active", viewport: { width: 1440, height: 800 } });

/** Returns the computed colors of the first matching element. */
function colors(element: Locator) {
	return element.first().evaluate((node) => {
		const { color, backgroundColor, borderTopColor } = getComputedStyle(node);
		return { color, backgroundColor, borderTopColor };
	});
}

test("the current thumbnail has an outline, and chosen tabs and pressed buttons are filled, unlike others", async () => {
	const page = await open();
	const [highlight, highlightText] = [
		await systemColor(page, "Highlight"),
		await systemColor(page, "HighlightText"),
	];
	await page.locator('#thumbnails-pages [data-page="1"][aria-current] img').waitFor();
	const [current, other] = [".thumbnails .page[aria-current]", ".thumbnails .page:not([aria-current])"];
	const outline = await edges(page.locator(current));
	expect(outline).toMatchObject({ outlineStyle: "solid", outlineColor: highlight });
	expect((await edges(page.locator(other))).outline).not.toBe(outline.outline);
	// The pointer stays over this button, which must look pressed nevertheless.
	await page.locator("#fit-width").click();
	for (const [chosen, other] of [
		['.side-tabs [aria-selected="true"]', '.side-tabs [aria-selected="false"]'],
		['.bar-zoom [aria-pressed="true"]', '.bar-zoom [aria-pressed="false"]'],
		['#thumbnails-toggle[aria-expanded="true"]', "#more"],
	] as const) {
		await page.locator(chosen).first().waitFor();
		expect(await colors(page.locator(chosen)), chosen).toMatchObject({
			color: highlightText,
			backgroundColor: highlight,
		});
		expect((await colors(page.locator(other))).backgroundColor, other).not.toBe(highlight);
	}
});

test("links that are buttons, and the icons of menus, have the colors of buttons", async () => {
	const page = await open();
	await pageText(page, 1);
	expect(await colors(page.locator("#download"))).toEqual(await colors(page.locator("#print")));
	await page.locator("#more").click();
	const entry = page.getByRole("menuitem", { name: "Properties" });
	expect((await colors(entry.locator(".icon"))).color).toBe(await systemColor(page, "ButtonText"));
});

test("the menu and its checked entry, dialogs and their buttons have edges", async () => {
	const page = await open();
	await pageText(page, 1);
	await page.locator("#more").click();
	expect(await edges(page.locator(".menu"))).toMatchObject({ outlineStyle: "solid" });
	expect(await edges(page.locator('.menu [aria-checked="true"]'))).toMatchObject({ outlineStyle: "solid" });
	await page.keyboard.press("Escape");
	await page.locator("#print").click();
	const dialog = page.getByRole("dialog");
	expect(await edges(dialog)).toMatchObject({ outlineStyle: "solid" });
	expect(await edges(dialog.locator(".dialog-main"))).toMatchObject({ borderTopStyle: "solid" });
	await page.keyboard.press("Escape");
	await chooseMenuItem(page, "Properties");
	expect(await edges(page.getByRole("dialog"))).toMatchObject({ outlineStyle: "solid" });
});

test("the search, its options, the current result and the marks on pages are visible", async () => {
	const page = await open(`${url}#search=page`);
	await page.locator(".finder-results [aria-current]").waitFor();
	await page.locator('.hit[aria-current="true"]').waitFor();
	const highlight = await systemColor(page, "Highlight");
	expect(await edges(page.locator("#finder"))).toMatchObject({ borderTopStyle: "solid" });
	expect(await edges(page.locator(".finder-results [aria-current]"))).toMatchObject({
		outlineColor: highlight,
	});
	const option = page.locator(".finder-options button").first();
	await option.click();
	await page.locator('.finder-options [aria-pressed="true"]').waitFor();
	expect(await option.evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(highlight);
	// The option starts another search, which replaces the marks. A mark that was just replaced has no style.
	for (const mark of [".hit[aria-current]", ".hit:not([aria-current])"]) {
		await expect
			.poll(() => edges(page.locator(mark)), { message: mark })
			.toMatchObject({ outlineStyle: "solid" });
	}
	const tick = page.locator(".finder-ticks i").first();
	expect(await tick.evaluate((mark) => getComputedStyle(mark).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)");
});
