import { networkInterfaces } from "node:os";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { axeViolations, Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, upload, waitForDocument } from "../support/api";
import { startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

/** Uploads a document, waits until it is ready, and returns its id. */
async function uploadReady(name: string): Promise<string> {
	const { id } = await upload(name, makePDF(1));
	await waitForDocument(id, ({ status }) => status === "ready");
	return id;
}

/** Opens the share dialog of a document. */
async function openShareSheet(page: Page, name: string): Promise<void> {
	await documentCard(page, name).click({ button: "right" });
	await page.getByRole("menuitem", { name: "Share…" }).click();
}

test("a link is created, copied, and ended", async () => {
	await uploadReady("shared.pdf");
	const page = await openStudio(browser);
	await openShareSheet(page, "shared.pdf");
	await page.getByRole("textbox", { name: "For" }).fill("Zoë");
	await page.getByRole("button", { name: "Create the link" }).click();
	const address = await page.getByLabel("Link", { exact: true }).inputValue();
	expect((await fetch(address)).status).toBe(200);
	await page.getByText("This address works on this machine only.").waitFor();
	const endLink = page.getByRole("button", { name: "End the link for Zoë" });
	await endLink.click();
	const question = page.getByRole("group", { name: "Those who have it will see that it has ended." });
	await question.waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => endLink.evaluate((button) => button === document.activeElement)).toBe(true);
	expect((await fetch(address)).status).toBe(200);
	await endLink.click();
	await question.getByRole("button", { name: "End the link" }).click();
	await expect.poll(async () => (await fetch(address)).status).toBe(410);
});

test("an invalid number of openings shows an error, and a valid one appears in the list", async () => {
	await uploadReady("shared-often.pdf");
	const page = await openStudio(browser, "#/library", { viewport: { width: 700, height: 500 } });
	await openShareSheet(page, "shared-often.pdf");
	const field = page.getByRole("textbox", { name: "Openings at most" });
	const create = page.getByRole("button", { name: "Create the link" });
	const createBox = await create.boundingBox();
	expect((createBox?.y ?? 500) + (createBox?.height ?? 0)).toBeLessThan(500);
	for (const wrong of ["0", "-1", "abc", "1e9", "99999999999"]) {
		await field.fill(wrong);
		await create.click();
		await page.getByText("A whole number from 1 to 1,000,000").waitFor();
	}
	expect(await axeViolations(page)).toEqual([]);
	await field.fill("5");
	expect(await page.getByRole("alert").count()).toBe(0);
	await create.click();
	await page.getByText("0 of 5 openings").waitFor();
});

test("an existing link can be copied again", async () => {
	const id = await uploadReady("shared-before.pdf");
	const { viewerURL } = await call<{ viewerURL: string }>("POST", `/session?documentId=${id}&reader=Aino`);
	const page = await openStudio(browser, "#/library", { permissions: ["clipboard-read", "clipboard-write"] });
	await openShareSheet(page, "shared-before.pdf");
	await page.getByRole("button", { name: "Copy the link for Aino" }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(viewerURL);
});

test("a link with notifications shows who has read which pages", async () => {
	const id = await uploadReady("told.pdf");
	const { id: session, viewerURL } = await call<{ id: string; viewerURL: string }>(
		"POST",
		`/session?documentId=${id}&reader=Aino&notify=true`,
	);
	const page = await openStudio(browser);
	await openShareSheet(page, "told.pdf");
	await page.getByText("Aino").waitFor();
	expect(await page.getByText("opened once").count()).toBe(0);

	const reader = await browser.open(viewerURL);
	await reader.locator("#pages .page[data-page='1'] svg").first().waitFor();
	const opened = page.getByRole("button", { name: "opened once" });
	await opened.waitFor(); // the dialog is updated without reloading the page
	await reader.waitForFunction(() => performance.now() > 2_500); // after this time, page 1 counts as read
	await reader.close({ runBeforeUnload: true });
	await expect
		.poll(() => call("GET", `/session/${session}`))
		.toMatchObject({ readings: [{ pages: [[1, 1]] }] });
	const readings = page.getByRole("dialog").locator("ol");
	await opened.click();
	await expect.poll(() => readings.innerText()).toMatch(/page 1\s/);
	expect(await axeViolations(page)).toEqual([]);
	await opened.click();
	expect(await readings.count()).toBe(0);
});

const isOffline = !Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal));

test.skipIf(isOffline)("a link has an address of the local network if the server listens there", async () => {
	const server = await startServer("--addr", "0.0.0.0:0");
	onTestFinished(server.stop);
	await upload("networked.pdf", makePDF(1), server);
	const page = await openStudio(browser, "#/library", {}, server);
	await openShareSheet(page, "networked.pdf");
	await page.getByRole("button", { name: "Create the link" }).click();
	await page.getByRole("combobox", { name: "Link for" }).waitFor();
	const field = page.getByLabel("Link", { exact: true });
	const address = await field.inputValue();
	expect(new URL(address).hostname).not.toMatch(/^127\./);
	expect((await fetch(address)).status).toBe(200);
	expect(await page.getByText("This address works on this machine only.").count()).toBe(0);
	await page.getByRole("combobox", { name: "Link for" }).click();
	await page.getByRole("option", { name: "This machine only" }).click();
	await expect.poll(() => field.inputValue()).toContain("//127.0.0.1:");
});
