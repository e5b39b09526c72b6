import { expect, inject, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { uploadReady } from "../support/api";
import { Browser } from "../support/browser";

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
	const page = await browser.open(`${inject("url")}/docs/${name}`);
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await findingsInAppearances(page)).toEqual([]);
});

test("axe finds nothing in any appearance of the API reference", async () => {
	const page = await browser.open(`${inject("url")}/docs`);
	await page.locator(".show-more").last().waitFor({ state: "attached" }); // drawn after the heading
	expect(await findingsInAppearances(page)).toEqual([]);
});

test("axe finds nothing in any appearance of the demo, with a document and without", async () => {
	await uploadReady("shown in the demo.pdf", 3);
	const page = await browser.open(`${inject("url")}/demo`);
	expect(await findingsInAppearances(page)).toEqual([]);
	await page.getByLabel("API key").fill(inject("key"));
	await page.getByRole("button", { name: "List documents" }).click();
	await page.getByLabel("Document", { exact: true }).selectOption({ label: "shown in the demo.pdf" });
	const viewer = page.frameLocator(".svc-view-viewer-embedded iframe");
	await viewer.locator("#pages .page[data-state=drawn]").first().waitFor();
	expect(await findingsInAppearances(page)).toEqual([]);
});
