import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser, chooseMenuItem, goTo, pageText } from "../support/browser";
import { makePDF, makeTextPDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { pixelAt } from "../support/pixels";

const browser = new Browser();

/** Returns the colors of the paper and of the red picture on page 1. */
async function sampleColors(page: Page): Promise<readonly (readonly number[])[]> {
	const sheet = page.locator("#pages .page").first();
	return [await pixelAt(sheet, 0.5, 0.05), await pixelAt(sheet, 0.2, 0.5)];
}

test("dark pages leave pictures as they are, and stay over a reload and for the next document", async () => {
	const picture = "q 150 0 0 150 72 320 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID FF0000> EI Q";
	const pdf = makeTextPDF([[[72, 700, 24, "Black on white"]]], picture);
	const page = await browser.open(await uploadAndOpenPDF("dark.pdf", pdf));
	await pageText(page, 1);
	const white = [255, 255, 255];
	const red = [255, 0, 0];
	await expect.poll(() => sampleColors(page)).toEqual([white, red]);
	const waitForDarkPages = () =>
		expect
			.poll(async () => {
				const [paper = [], picture] = await sampleColors(page);
				return { isDark: Math.max(...paper) < 40, picture };
			})
			.toEqual({ isDark: true, picture: red });
	await chooseMenuItem(page, "Dark pages");
	await waitForDarkPages();
	await page.reload();
	await pageText(page, 1);
	await waitForDarkPages();
	await page.goto(await uploadAndOpenPDF("dark too.pdf", makeTextPDF([[[72, 600, 24, "Another"]]], picture)));
	await pageText(page, 1);
	await waitForDarkPages();
	await chooseMenuItem(page, "Dark pages");
	await expect.poll(() => sampleColors(page)).toEqual([white, red]);
});

test.each([
	["are dark where pages are mostly paper, and keep their hues", 300],
	["are dimmed where pages are photographs, and keep their colors", 595],
] as const)("with dark pages, thumbnails %s", async (_, width) => {
	const picture = `q ${width} 0 0 ${width} 0 160 cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID FF0000> EI Q`;
	const pdf = makeTextPDF([[[72, 780, 24, "Black on white"]], []], picture);
	const page = await browser.open(await uploadAndOpenPDF("dim.pdf", pdf), {
		viewport: { width: 1440, height: 800 },
	});
	await pageText(page, 1);
	const thumbnail = page.locator("#thumbnails-pages .page").first();
	await thumbnail.locator("img").waitFor();
	await expect.poll(() => pixelAt(thumbnail, 0.25, 0.7)).toEqual([255, 0, 0]);
	await chooseMenuItem(page, "Dark pages");
	await expect
		.poll(async () => Math.max(...(await pixelAt(thumbnail, 0.5, 0.03))))
		.toBeLessThan(width < 400 ? 40 : 180);
	const [red = 0, ...others] = await pixelAt(thumbnail, 0.25, 0.7);
	expect(red - Math.max(...others)).toBeGreaterThan(90);
	if (width > 400) {
		expect(Math.max(...others)).toBeLessThan(40);
	}
});

test("the print dialog names the current page, and its first choice has the focus", async () => {
	const page = await browser.open(await uploadAndOpenPDF("to-print.pdf", makePDF(12)));
	await goTo(page, 5);
	await page.keyboard.press("Control+p");
	const dialog = page.getByRole("dialog", { name: "Print" });
	await dialog.getByRole("radio", { name: "This page (5)" }).waitFor();
	expect(
		await dialog
			.getByRole("radio", { name: "All 12 pages" })
			.evaluate((radio) => radio === document.activeElement),
	).toBe(true);
	await page.keyboard.press("Escape");
	await chooseMenuItem(page, "Properties");
	const title = page.getByRole("dialog").getByRole("heading", { name: "Properties" });
	expect(await title.evaluate((heading) => heading === document.activeElement)).toBe(true);
});

test("a wrong page number is visible as a whole, with the accepted numbers", async () => {
	const page = await browser.open(await uploadAndOpenPDF("few.pdf", makePDF(3)));
	await pageText(page, 1);
	const field = page.locator("#page-field");
	const width = () => field.evaluate((input) => input.clientWidth);
	const narrow = await width();
	await field.fill("12345");
	await field.press("Enter");
	await page.getByRole("alert").filter({ hasText: "Enter a page from 1 to 3." }).waitFor();
	expect(await field.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
	await field.press("Escape");
	await expect.poll(width, { message: "the bar is as before" }).toBe(narrow);
});

test("the document fills the screen, and leaves it again", async () => {
	const page = await browser.open(
		await uploadAndOpenPDF("screen.pdf", makeTextPDF([[[72, 700, 24, "Large"]]])),
	);
	const button = page.getByRole("button", { name: "Full screen" });
	const fills = () => page.evaluate(() => document.fullscreenElement !== null);
	await button.click();
	await expect.poll(fills).toBe(true);
	await button.click();
	await expect.poll(fills).toBe(false);
});

test("its properties are listed", async () => {
	const page = await browser.open(await uploadAndOpenPDF("known.pdf", makeTextPDF([[], []])));
	await chooseMenuItem(page, "Properties");
	const dialog = page.getByRole("dialog", { name: "Properties" });
	await dialog.getByText("known.pdf").waitFor();
	await dialog.getByText("A4 (8.3 × 11.7 in)").waitFor();
	await dialog.getByText("PDF", { exact: true }).waitFor();
	expect(await dialog.getByRole("heading").allInnerTexts(), "no known differences").toEqual(["Properties"]);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "hidden" });
});
