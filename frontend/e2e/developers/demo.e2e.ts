import { beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { putSettings, upload, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

beforeAll(async () => {
	const { id } = await upload("annual report.pdf", makePDF(12));
	await waitForDocument(id, ({ status }) => status === "ready");
	await putSettings("profile", "second-page", { openedPage: 2 });
});

test("the demo shows a document in all ways, and stores the key nowhere", async () => {
	const page = await browser.open(`${sharedServer().url}/demo`);
	await page.getByLabel("API key").fill(sharedServer().key);
	await page.getByRole("button", { name: "List documents" }).click();
	await page.getByLabel("Document", { exact: true }).selectOption({ label: "annual report.pdf" });
	await page.getByLabel("Profile").selectOption("second-page");
	const viewer = page.frameLocator(".svc-view-viewer-embedded iframe");
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe("2");
	const session = await page.getByLabel("Or session ID").inputValue();
	for (const way of ["embedded", "ribbon", "overlay", "floating", "external", "frame", "call"]) {
		await expect.poll(() => page.locator(`[data-code="${way}"] pre`).innerText()).toContain(session);
	}
	expect(page.url()).toBe(`${sharedServer().url}/demo`);
	const storedData = await page.evaluate(
		() => JSON.stringify([localStorage, sessionStorage]) + document.cookie,
	);
	expect(storedData).not.toContain(sharedServer().key);
});

test("a wrong key shows an error message", async () => {
	const page = await browser.open(`${sharedServer().url}/demo`, { expected: /status of 401/ });
	await page.getByLabel("API key").fill("wrong");
	await page.getByRole("button", { name: "List documents" }).click();
	await page.locator('#message[data-kind="error"]').getByText("key").waitFor();
});

test("on a phone the field for the key has the full width", async () => {
	const page = await browser.open(`${sharedServer().url}/demo`, { viewport: { width: 375, height: 812 } });
	const key = await page.getByLabel("API key").boundingBox();
	const button = await page.getByRole("button", { name: "List documents" }).boundingBox();
	expect(key?.width).toBeGreaterThan(280);
	expect(button?.y).toBeGreaterThanOrEqual((key?.y ?? 0) + (key?.height ?? 0));
});
