import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { sharedServer } from "../support/shared-server";
import { openStudio } from "../support/studio";

// Lectern serves the font of its interface, so that the interface looks the same on all systems.

const browser = new Browser();

const openViewer = async (): Promise<Page> => browser.open(await uploadAndOpenPDF("font.pdf", makePDF(2)));

test.each<[string, () => Promise<Page>]>([
	["the window", () => openStudio(browser)],
	["the viewer", openViewer],
	["the demo", () => browser.open(`${sharedServer().url}/demo`)],
	["the guide", () => browser.open(`${sharedServer().url}/docs/guide`)],
	["the reference", () => browser.open(`${sharedServer().url}/docs`)],
])("%s has its texts in Inter, from this server", async (_, open) => {
	const page = await open();
	await expect
		.poll(() =>
			page.evaluate(() =>
				Array.from(document.fonts).some(({ family, status }) => family === "Inter" && status === "loaded"),
			),
		)
		.toBe(true);
	const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
	expect(family).toMatch(/^"?Inter"?,/);
});

/** Opens a document without the font of the interface. Returns the page, and a function that loads the font. */
async function openWithoutFont(): Promise<{ page: Page; loadFont: () => Promise<unknown> }> {
	const url = await uploadAndOpenPDF("font.pdf", makePDF(2));
	const page = await browser.open("about:blank");
	let release = (): void => undefined;
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route(/\.woff2$/, async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(url, { waitUntil: "commit" });
	await page.locator(`#pages [data-page="1"] > .face > svg`).waitFor();
	const loadFont = () => {
		release();
		return page.evaluate(() => document.fonts.ready);
	};
	return { page, loadFont };
}

test("texts of the viewer have lines of 20 pixels, and the same place before the font is there", async () => {
	const { page, loadFont } = await openWithoutFont();
	const places = () =>
		page.locator("#title, #page-field, #zoom-out").evaluateAll((all) =>
			all.map((element) => {
				const { top, bottom } = element.getBoundingClientRect();
				return [top, bottom].map(Math.round);
			}),
		);
	const before = await places();
	await loadFont();
	expect(await places()).toEqual(before);
	expect(
		await page.evaluate(() => {
			const { fontSize, lineHeight } = getComputedStyle(document.body);
			return [fontSize, Math.round(Number.parseFloat(lineHeight))];
		}),
	).toEqual(["13px", 20]);
});

test("the number of a page has the same box before the font is there", async () => {
	const { page, loadFont } = await openWithoutFont();
	const number = page.locator('#pages [data-page="1"] .page-number');
	const before = await number.boundingBox();
	await loadFont();
	expect(await number.boundingBox()).toEqual(before);
});
