import { networkInterfaces } from "node:os";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { Browser, findings } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, documentWhen, upload } from "../support/library";
import { startServer } from "../support/server";
import { cardOf, openStudio } from "../support/studio";

const browser = new Browser();

/** The id of a document that is ready, under a name of its own. */
async function ready(name: string): Promise<string> {
	const { id } = await upload(name, makePDF(1));
	await documentWhen(id, ({ status }) => status === "ready");
	return id;
}

/** Opens a document's share sheet. */
async function share(page: Page, name: string): Promise<void> {
	await cardOf(page, name).click({ button: "right" });
	await page.getByRole("menuitem", { name: "Share…" }).click();
}

test("a link is made, copied as it is, and ended", async () => {
	await ready("shared.pdf");
	const page = await openStudio(browser);
	await share(page, "shared.pdf");
	await page.getByRole("textbox", { name: "For" }).fill("Zoë");
	await page.getByRole("button", { name: "Create the link" }).click();
	const address = await page.getByLabel("Link", { exact: true }).inputValue();
	expect((await fetch(address)).status).toBe(200);
	await page.getByText("This address works on this machine only.").waitFor();
	const end = page.getByRole("button", { name: "End the link for Zoë" });
	await end.click();
	const question = page.getByRole("group", { name: "Those who have it will see that it has ended." });
	await question.waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => end.evaluate((button) => button === document.activeElement)).toBe(true);
	expect((await fetch(address)).status).toBe(200);
	await end.click();
	await question.getByRole("button", { name: "End the link" }).click();
	await expect.poll(async () => (await fetch(address)).status).toBe(410);
});

test("a number of openings that cannot be is told, and one that can be is seen in the list", async () => {
	await ready("shared-often.pdf");
	const page = await openStudio(browser, "#/library", { viewport: { width: 700, height: 500 } });
	await share(page, "shared-often.pdf");
	const field = page.getByRole("textbox", { name: "Openings at most" });
	const create = page.getByRole("button", { name: "Create the link" });
	const foot = await create.boundingBox();
	expect((foot?.y ?? 500) + (foot?.height ?? 0)).toBeLessThan(500);
	for (const wrong of ["0", "-1", "abc", "1e9", "99999999999"]) {
		await field.fill(wrong);
		await create.click();
		await page.getByText("A whole number from 1 to 1,000,000").waitFor();
	}
	expect(await findings(page)).toEqual([]);
	await field.fill("5");
	expect(await page.getByRole("alert").count()).toBe(0);
	await create.click();
	await page.getByText("0 of 5 openings").waitFor();
});

test("a link that was made before is copied again", async () => {
	const id = await ready("shared-before.pdf");
	const { viewerURL } = await call<{ viewerURL: string }>("POST", `/session?documentId=${id}&reader=Aino`);
	const page = await openStudio(browser, "#/library", { permissions: ["clipboard-read", "clipboard-write"] });
	await share(page, "shared-before.pdf");
	await page.getByRole("button", { name: "Copy the link for Aino" }).click();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(viewerURL);
});

test("a link that is to tell says who has read what", async () => {
	const id = await ready("told.pdf");
	const { id: session, viewerURL } = await call<{ id: string; viewerURL: string }>(
		"POST",
		`/session?documentId=${id}&reader=Aino&notify=true`,
	);
	const page = await openStudio(browser);
	await share(page, "told.pdf");
	await page.getByText("Aino").waitFor();
	expect(await page.getByText("opened once").count()).toBe(0);

	const reader = await browser.open(viewerURL);
	await reader.locator("#pages .page[data-page='1'] svg").first().waitFor();
	const opened = page.getByRole("button", { name: "opened once" });
	await opened.waitFor(); // the sheet hears of it by itself
	await reader.waitForFunction(() => performance.now() > 2_500); // by then page 1 counts as seen
	await reader.close({ runBeforeUnload: true });
	await expect
		.poll(() => call("GET", `/session/${session}`))
		.toMatchObject({ readings: [{ pages: [[1, 1]] }] });
	const readings = page.getByRole("dialog").locator("ol");
	await opened.click();
	await expect.poll(() => readings.innerText()).toMatch(/page 1\s/);
	expect(await findings(page)).toEqual([]);
	await opened.click();
	expect(await readings.count()).toBe(0);
});

const alone = !Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal));

test.skipIf(alone)("a link is for the local network where that reaches the server", async () => {
	const server = await startServer("--addr", "0.0.0.0:0");
	onTestFinished(server.stop);
	await upload("networked.pdf", makePDF(1), server);
	const page = await openStudio(browser, "#/library", {}, server);
	await share(page, "networked.pdf");
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
