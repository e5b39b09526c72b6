import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { desktopRuntime, lastDesktopEvent } from "../support/desktop";
import { createLink, openShareDialog } from "../support/sharing";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** The time in milliseconds during which ending a link can be undone. */
const undoTime = 10_000;

/** Opens the share dialog of a new document with one link, on a page whose clock is stopped. */
async function openWithLink(name: string): Promise<{ page: Page; dialog: Locator; address: string }> {
	const { id } = await uploadReady(name);
	const { viewerURL } = await call<{ viewerURL: string }>("POST", `/session?documentId=${id}&reader=Zoë`);
	const page = await openStudio(browser, "#/library", { expected: /ERR_FAILED/ });
	const dialog = await openShareDialog(page, name);
	await dialog.getByText("Zoë").waitFor();
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	return { page, dialog, address: viewerURL };
}

const statusOf = async (address: string) => (await fetch(address)).status;
const endButton = (dialog: Locator) =>
	dialog.getByRole("button", { name: "Revoke the link for Zoë", exact: true });

test("a link ends after ten seconds", async () => {
	const { page, dialog, address } = await openWithLink("ended-later.pdf");
	await endButton(dialog).click();
	await dialog.getByText("Will be revoked in a few seconds").waitFor();
	await page.clock.runFor(undoTime - 1);
	expect(await statusOf(address)).toBe(200);
	await page.clock.runFor(1);
	await expect.poll(() => statusOf(address)).toBe(410);
	await dialog.getByText("Zoë").waitFor({ state: "detached" });
	await page.getByRole("log").getByText("Link revoked").waitFor();
});

test("the end of a link can be undone, in the list and, once the dialog is closed, in a message", async () => {
	const { page, dialog, address } = await openWithLink("undone.pdf");
	const requests: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "DELETE") {
			requests.push(request.url());
		}
	});
	await endButton(dialog).focus();
	await page.keyboard.press("Enter");
	const undo = dialog.getByRole("button", { name: "Undo: keep the link for Zoë" });
	await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
	await page.keyboard.press("Enter");
	await expect
		.poll(() => endButton(dialog).evaluate((button) => button === document.activeElement))
		.toBe(true);
	await endButton(dialog).click();
	await undo.waitFor();
	const message = page.getByRole("log").getByText("The link will be revoked in a few seconds");
	expect(await message.count()).toBe(0);
	await dialog.getByRole("button", { name: "Close" }).click();
	await message.waitFor();
	await openShareDialog(page, "undone.pdf");
	await undo.waitFor();
	await message.waitFor({ state: "detached" });
	await dialog.getByRole("button", { name: "Close" }).click();
	await page.getByRole("log").getByRole("button", { name: "Undo" }).click();
	await message.waitFor({ state: "detached" });
	await page.clock.runFor(2 * undoTime);
	expect(requests).toEqual([]);
	expect(await page.getByRole("log").getByText("Link revoked").count()).toBe(0);
	expect(await statusOf(address)).toBe(200);
	expect(await page.evaluate(() => localStorage.getItem("lectern.ending-links"))).toBe("[]");
});

test("a created link is shown again if its end is undone", async () => {
	await uploadReady("shown-again.pdf");
	const page = await openStudio(browser);
	const dialog = await openShareDialog(page, "shown-again.pdf");
	const address = await createLink(dialog);
	await dialog.getByRole("button", { name: "Revoke the link for Anyone with the link" }).click();
	await dialog.getByRole("button", { name: "Create and copy link" }).waitFor();
	await dialog.getByRole("button", { name: "Undo: keep the link for Anyone with the link" }).click();
	expect(await dialog.getByRole("textbox", { name: "Link", exact: true }).inputValue()).toBe(address);
});

test("a link ends at once if that is chosen", async () => {
	const { page, dialog, address } = await openWithLink("ended-now.pdf");
	await endButton(dialog).click();
	await dialog.getByRole("button", { name: "Revoke now: link for Zoë" }).click();
	await expect.poll(() => statusOf(address)).toBe(410);
	await page.getByRole("log").getByText("Link revoked").waitFor();
});

test("a link ends at once when the studio closes", async () => {
	const { page, dialog, address } = await openWithLink("ended-by-closing.pdf");
	await endButton(dialog).click();
	await dialog.getByText("Will be revoked in a few seconds").waitFor();
	await page.goto("about:blank");
	await expect.poll(() => statusOf(address)).toBe(410);
});

test("the desktop program learns which links to end when it quits", async () => {
	const { id } = await uploadReady("ended-by-quitting.pdf");
	await call("POST", `/session?documentId=${id}&reader=Zoë`);
	const [session] = await call<{ reference: string }[]>("GET", `/session?documentId=${id}`);
	const page = await openStudio(browser, "#/library", { initScript: desktopRuntime });
	const endingLinks = async () => (await lastDesktopEvent(page, "ending-links"))?.[2];
	const dialog = await openShareDialog(page, "ended-by-quitting.pdf");
	await endButton(dialog).click();
	await expect.poll(endingLinks).toEqual([session?.reference]);
	await dialog.getByRole("button", { name: "Undo: keep the link for Zoë" }).click();
	await expect.poll(endingLinks).toEqual([]);
	await endButton(dialog).click();
	await expect.poll(endingLinks).toEqual([session?.reference]);
	await dialog.getByRole("button", { name: "Revoke now: link for Zoë" }).click();
	await expect.poll(endingLinks).toEqual([]);
});

test("a link whose end was not sent ends when the studio opens again", async () => {
	const { id } = await uploadReady("ended-next-time.pdf");
	const { viewerURL } = await call<{ viewerURL: string }>("POST", `/session?documentId=${id}`);
	const [session] = await call<{ reference: string }[]>("GET", `/session?documentId=${id}`);
	const page = await openStudio(browser);
	await page.evaluate((reference = "") => {
		const endings = [{ reference, due: Date.now() - 60_000 }];
		localStorage.setItem("lectern.ending-links", JSON.stringify(endings));
	}, session?.reference);
	await page.reload();
	await expect.poll(() => statusOf(viewerURL)).toBe(410);
});

test("an error is shown if a link cannot be ended, and it stays in the list", async () => {
	const { page, dialog, address } = await openWithLink("not-ended.pdf");
	await page.route("**/api/v0/session/*", (route) => route.abort());
	await endButton(dialog).click();
	await dialog.getByRole("button", { name: "Revoke now: link for Zoë" }).click();
	await page.getByText("The link is still active: Lectern is not responding").waitFor();
	await endButton(dialog).waitFor();
	expect(await statusOf(address)).toBe(200);
});
