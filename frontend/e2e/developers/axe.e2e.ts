import { expect, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { makeSession, upload, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

/**
 * Rules that do not fit a page with several viewers. Each viewer has landmarks of its own in its frame. If a button
 * shows the picture of a page, the text in this picture is not the label of the button.
 */
const rulesForOneViewer = ["landmark-unique", "label-content-name-mismatch"];

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

test("axe finds nothing in any appearance of the viewers in the demo", async () => {
	const { id } = await upload("annual report.pdf", makePDF(3));
	await waitForDocument(id, ({ status }) => status === "ready");
	const session = await makeSession(id, 60);
	const page = await browser.open(`${sharedServer().url}/demo`);
	await page.getByLabel("Or session ID").fill(session.id);
	await page.keyboard.press("Tab");
	await page.locator('[data-live="floating"] button').click();
	const viewers = [
		page.frameLocator(".svc-view-viewer-embedded iframe"),
		page.frameLocator(".svc-view-viewer-ribbon iframe"),
		page.getByRole("dialog", { name: "annual report.pdf" }).frameLocator("iframe"),
	];
	for (const viewer of viewers) {
		await viewer.locator('#pages .page[data-page="1"][data-state="drawn"]').waitFor();
	}
	expect(await findingsInAppearances(page, rulesForOneViewer)).toEqual([]);
});

test("axe finds nothing in any appearance of the API reference", async () => {
	const page = await browser.open(`${sharedServer().url}/docs`, { viewport: { width: 1440, height: 900 } });
	await page.locator(".show-more").last().waitFor({ state: "attached" }); // the last part of the page to be rendered
	expect(await findingsInAppearances(page)).toEqual([]);
});
