import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser, chooseMenuItem, goTo, pageFieldValue, pageText } from "../support/browser";
import { makePDF, makeSizedPDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { search } from "../support/search";

// On a phone, a button in the bar switches from pages to their text and back.

const browser = new Browser();
const phone = { viewport: { width: 390, height: 800 } };

let url = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("reading-view.pdf", makePDF(12));
});

const button = (page: Page) => page.locator("#reading-view");

function withProfile(profile: object): string {
	return `${url}&profileOverrides=${encodeURIComponent(JSON.stringify(profile))}`;
}

async function readText(page: Page, number: number): Promise<void> {
	await page
		.locator(`#pages [data-page="${number}"] .reflow`, { hasText: `Page number ${number}` })
		.waitFor();
}

test.each([360, 390, 600, 767])(
	"at %i pixels, the bar has a button for the text, and back",
	async (width) => {
		const page = await browser.open(url, { viewport: { width, height: 800 } });
		await pageText(page, 1);
		await expect.poll(() => button(page).innerText()).toContain("Reading view");
		await button(page).click();
		await readText(page, 1);
		await expect.poll(() => page.locator("#pages svg").count()).toBe(0);
		await expect.poll(() => button(page).innerText()).toContain("Pages");
		await page.locator("#next").click();
		await readText(page, 2);
		await button(page).click();
		await pageText(page, 2);
		await expect.poll(() => pageFieldValue(page)).toBe("2");
		await expect.poll(() => page.locator("#pages .reflow").count()).toBe(0);
	},
);

test("at 390 pixels, the button shows its label beside the icon", async () => {
	const page = await browser.open(url, phone);
	await pageText(page, 1);
	const [label, box] = await Promise.all([
		button(page).locator("span").boundingBox(),
		button(page).boundingBox(),
	]);
	expect(label?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0) / 2);
	expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
});

test("wide windows offer the text in the menu, without layouts and rotation", async () => {
	const page = await browser.open(url);
	await pageText(page, 1);
	expect(await button(page).isVisible()).toBe(false);
	const layout = page.locator("#layout");
	expect(await layout.isVisible()).toBe(true);
	await chooseMenuItem(page, "Reading view");
	await readText(page, 1);
	await layout.waitFor({ state: "hidden" }); // the button is hidden, because its menu would be empty
	await page.locator("#stage").focus();
	await page.keyboard.press("r");
	await page.locator("#more").click();
	const items = page.locator(".menu button");
	await items.first().waitFor();
	expect(await items.filter({ hasText: /Overview|Rotate/ }).count()).toBe(0);
	await items.filter({ hasText: "Reading view" }).click();
	await pageText(page, 1);
	const sheet = await page.locator('#pages [data-page="1"]').boundingBox();
	expect(sheet?.height).toBeGreaterThan(sheet?.width ?? 0); // not rotated
});

test("text and pages have separate zooms, and a reload keeps the text", async () => {
	const page = await browser.open(url, phone);
	await pageText(page, 1);
	const zoom = () => page.locator("#zoom-value").textContent();
	const fitted = await zoom();
	await button(page).click();
	await readText(page, 1);
	await page.locator("#zoom-choice").selectOption("1.5");
	await expect.poll(zoom).toBe("150%");
	await goTo(page, 3);
	await page.reload();
	await readText(page, 3);
	await expect.poll(zoom).toBe("150%");
	await button(page).click();
	await pageText(page, 3);
	await expect.poll(zoom).toBe(fitted);
});

test("search marks the hits in the text", async () => {
	const page = await browser.open(url, phone);
	await pageText(page, 1);
	await button(page).click();
	await readText(page, 1);
	await search(page, "gamma", "1 of 12");
	const marks = (name: string) =>
		page.evaluate((name) => Array.from(CSS.highlights.get(name) ?? [], String), name);
	await expect.poll(() => marks("current-hit")).toEqual(["gamma"]);
	await button(page).click();
	await page.locator('#pages [data-page="1"] .hit[aria-current]').waitFor();
	await expect.poll(() => marks("current-hit")).toEqual([]);
});

test("a page without text says so", async () => {
	const empty = makeSizedPDF([[595, 842]]);
	const text = new TextDecoder().decode(empty).replace(/BT .*? ET/g, (all) => "%".padEnd(all.length, " "));
	const page = await browser.open(
		await uploadAndOpenPDF("scan.pdf", new Uint8Array(new TextEncoder().encode(text))),
		phone,
	);
	await page.locator('#pages [data-state="drawn"]').waitFor();
	await button(page).click();
	await page.getByText("There is no text on this page.").waitFor();
});

test.each([
	["text may not be selected", { textSelection: false }],
	["pages are images", { output: "img" }],
	["pages are text already", { output: "text" }],
	["pages are a ribbon", { ribbon: true }],
])("there is no reading view if %s", async (_, profile) => {
	const page = await browser.open(withProfile(profile), phone);
	await page.locator("#pages.laid-out .page").first().waitFor();
	expect(await button(page).count()).toBe(0);
});

test("axe finds nothing in the reading view", async () => {
	const page = await browser.open(url, phone);
	await pageText(page, 1);
	await button(page).click();
	await readText(page, 1);
	expect(await axeViolations(page)).toEqual([]);
});
