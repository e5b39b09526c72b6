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

test("the section that is being read is marked in the table of contents", async () => {
	const page = await openGuide();
	const contents = page.getByRole("navigation", { name: "Contents" });
	await contents.getByRole("link", { name: "Packages" }).click();
	await expect.poll(() => contents.locator("[aria-current]").allInnerTexts()).toEqual(["Packages"]);
	await page.evaluate(() => {
		scrollTo(0, 0);
	});
	await expect.poll(() => contents.locator("[aria-current]").count()).toBe(0);
});

test("in a narrow window, the table of contents is closed above the text", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/templates`, {
		viewport: { width: 390, height: 800 },
	});
	const link = page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Packages" });
	const title = await page.getByRole("heading", { level: 1 }).boundingBox();
	expect(title?.y).toBeLessThan(200);
	expect(await link.isVisible()).toBe(false);
	await page.getByText("Contents", { exact: true }).click();
	expect(await link.isVisible()).toBe(true);
});

test("an example is copied as it is shown", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/guide`, {
		permissions: ["clipboard-read", "clipboard-write"],
	});
	const example = page.locator(".code").filter({ hasText: "FILE=letter.docx" });
	await example.getByRole("button", { name: "Copy" }).click();
	await page.getByRole("status").getByText("Copied").waitFor();
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toBe(await example.locator("code").evaluate((code) => code.textContent));
});

test("the button that copies an example is beside the code", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/capacity`);
	const example = page.locator(".code").filter({ hasText: "-capacity" });
	const code = await example.locator("pre").boundingBox();
	const button = await example.getByRole("button", { name: "Copy" }).boundingBox();
	expect(button?.x).toBeGreaterThanOrEqual((code?.x ?? Infinity) + (code?.width ?? 0));
});

test("a narrow window shows the cells of long rows below each other, with the names of their columns", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/operating`, {
		viewport: { width: 390, height: 800 },
	});
	const row = page.getByRole("row").filter({ hasText: "--max-upload" });
	const [flag, standard] = await Promise.all([0, 1].map((n) => row.getByRole("cell").nth(n).boundingBox()));
	expect(standard?.y).toBeGreaterThanOrEqual((flag?.y ?? Infinity) + (flag?.height ?? 0));
	const name = await row
		.getByRole("cell")
		.nth(1)
		.evaluate((cell) => getComputedStyle(cell, "::before").content);
	expect(name).toContain("Default");
	await page.getByRole("columnheader", { name: "Default" }).first().waitFor({ state: "attached" });
});

test("inline code is not broken at the hyphens of its words", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/operating`, {
		viewport: { width: 390, height: 800 },
	});
	const lines = await page
		.locator("code span")
		.evaluateAll((words) => words.map((word) => word.getClientRects().length));
	expect(lines.length).toBeGreaterThan(50);
	expect(Math.max(...lines)).toBe(1);
	await page.getByText('{"max-upload": 1000000}').waitFor();
});

test("the changes list the kinds of changes in the table of contents", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/changes`);
	const links = page.getByRole("navigation", { name: "Contents" }).getByRole("link");
	expect(await links.allInnerTexts()).toEqual(expect.arrayContaining(["Changed", "Added", "Fixed"]));
});

test("the pages work without scripts", async () => {
	const page = await browser.open(`${sharedServer().url}/docs/templates`, { javaScriptEnabled: false });
	const contents = page.getByRole("navigation", { name: "Contents" });
	await contents.getByRole("link", { name: "Packages" }).waitFor();
	expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
});

test("the documentation, the reference and the demo have the same bar with the same links", async () => {
	const bars = [];
	for (const path of ["docs/guide", "docs", "demo"]) {
		const page = await browser.open(`${sharedServer().url}/${path}`);
		const links = page.getByRole("navigation", { name: "Documentation" }).getByRole("link");
		await links.last().waitFor();
		bars.push(
			await links.evaluateAll((all) =>
				all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]),
			),
		);
		expect(await links.and(page.locator("[aria-current=page]")).getAttribute("href")).toMatch(
			new RegExp(`(^|/)${path}$`),
		);
	}
	expect(bars[1]).toEqual(bars[0]);
	expect(bars[2]).toEqual(bars[0]);
});

test("the reference leads to the guide, and back", async () => {
	const page = await browser.open(`${sharedServer().url}/docs`);
	await page.getByRole("link", { name: "The guide to templates" }).click();
	await page.getByRole("heading", { name: "The language of templates", level: 1 }).waitFor();
	await page.getByRole("link", { name: "API reference" }).click();
	await page.getByRole("heading", { name: "Lectern API", exact: true }).waitFor();
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
		expect(await page.locator("nav.contents a").count()).toBeGreaterThan(1);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	},
);
