import { expect, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { runAxe } from "../support/axe";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

const documentation = [
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

test.for(documentation)("axe finds nothing in any appearance of the documentation: %s", async (name) => {
	const page = await browser.open(`${sharedServer().url}/docs/${name}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await findingsInAppearances(page)).toEqual([]);
});

test("axe finds nothing in any appearance of the demo", async () => {
	const page = await browser.open(`${sharedServer().url}/demo`);
	expect(await findingsInAppearances(page)).toEqual([]);
});

test("axe finds nothing in the API reference", async () => {
	const page = await browser.open(`${sharedServer().url}/docs`, { viewport: { width: 1440, height: 900 } });
	await page.locator(".show-more").last().waitFor({ state: "attached" }); // rendered last
	expect(await runAxe(page)).toEqual([]);
	await page.setViewportSize({ width: 390, height: 900 });
	await page.emulateMedia({ colorScheme: "dark" });
	expect(await runAxe(page)).toEqual([]);
});
