import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

/** Opens the guide to templates. */
async function openGuide() {
	const page = await browser.open(`${sharedServer().url}/docs/templates`);
	await page.getByRole("heading", { name: "The language of templates", level: 1 }).waitFor();
	return page;
}

test("the table of contents links to each section, and all pictures load", async () => {
	const page = await openGuide();
	const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
	const names = await links.allInnerTexts();
	expect(names).toEqual(await page.getByRole("heading", { level: 2 }).allInnerTexts());
	expect(names.length).toBeGreaterThan(8);
	await links.filter({ hasText: "Packages" }).click();
	const heading = page.getByRole("heading", { name: "Packages", level: 2 });
	await expect.poll(async () => (await heading.boundingBox())?.y ?? -1).toBeLessThan(200);
	const pictures = page.locator("main img");
	expect(await pictures.count()).toBeGreaterThan(12);
	for (const picture of await pictures.all()) {
		await picture.scrollIntoViewIfNeeded();
		await expect
			.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 100))
			.toBe(true);
	}
});

test("an example shows its template, parameters and result in columns", async () => {
	const page = await openGuide();
	const example = page.locator(".example").first();
	expect(await example.getByLabel("Template").innerText()).toBe("Dear {name},");
	expect(await example.getByLabel("Parameters").innerText()).toBe('{"name": "Zoë"}');
	expect(await example.getByLabel("Result").innerText()).toBe("Dear Zoë,");
	expect(await example.locator("b").allInnerTexts()).toEqual(["{name}"]);
});

test("the reference leads to the guide, and back", async () => {
	const page = await browser.open(`${sharedServer().url}/docs`);
	await page.getByRole("link", { name: "The guide to templates" }).click();
	await page.getByRole("heading", { name: "The language of templates", level: 1 }).waitFor();
	await page.getByRole("link", { name: "API reference" }).click();
	await page.getByRole("heading", { name: "Lectern", exact: true }).waitFor();
});

const pages = [
	"guide",
	"errors",
	"templates",
	"documents",
	"installing",
	"operating",
	"capacity",
	"security",
	"changes",
];

test.for(pages)(
	"%s fits into a window of 360 pixels, and its link in the list of pages is marked",
	async (name) => {
		const page = await browser.open(`${sharedServer().url}/docs/${name}`, {
			viewport: { width: 360, height: 800 },
		});
		await page.getByRole("heading", { level: 1 }).waitFor();
		expect(await page.locator("a[aria-current=page]").count()).toBe(1);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	},
);
