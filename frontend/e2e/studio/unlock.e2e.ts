import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Document, samples, upload, uploadReady, waitForDocument } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { waitForFocusedPages } from "../support/keyboard";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

async function uploadLocked(name: string): Promise<Document> {
	const { id } = await upload(name, await readFile(join(samples, "protected.pdf")));
	return waitForDocument(id, ({ status }) => status === "failed");
}

/** Enters a wrong password, and then the right one. */
async function unlock(page: Page, place: Locator): Promise<void> {
	const field = place.getByPlaceholder("Password");
	await field.fill("wrong");
	await field.press("Enter");
	await place.getByRole("alert").filter({ hasText: "The password does not open the document." }).waitFor();
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
	expect(await axeViolations(page)).toEqual([]);
	await page.keyboard.type("open sesame"); // typing replaces the wrong password, which is selected
	await page.keyboard.press("Enter");
}

test("a card shows that its document is locked, and asks for the password in a dialog", async () => {
	const { id } = await uploadLocked("locked-card.pdf");
	const page = await openStudio(browser);
	const card = documentCard(page, "locked-card.pdf");
	await card.getByText("Locked", { exact: true }).waitFor();
	expect(await card.getByText("Failed").count()).toBe(0);
	await card.getByRole("button", { name: "Unlock “locked-card.pdf”" }).click();
	const dialog = page.getByRole("dialog", { name: "Unlock “locked-card.pdf”" });
	await dialog.getByPlaceholder("Password").fill("wrong");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await dialog.waitFor({ state: "detached" });
	await card.getByRole("button", { name: "Unlock “locked-card.pdf”" }).click();
	expect(await dialog.getByPlaceholder("Password").inputValue()).toBe("");
	await unlock(page, dialog);
	await dialog.waitFor({ state: "detached" });
	await waitForDocument(id, ({ status }) => status === "ready");
	await card.getByText("Locked", { exact: true }).waitFor({ state: "detached" });
});

test("a locked document is not shown as failed, in any place and in any view", async () => {
	await uploadLocked("locked-everywhere.pdf");
	const page = await openStudio(browser);
	const card = documentCard(page, "locked-everywhere.pdf");
	/** Reports whether an element has the style sheet's color for warnings. */
	const isAmber = (element: Element) => {
		const probe = document.body.appendChild(document.createElement("span"));
		probe.style.color = "var(--warning)";
		const { color } = getComputedStyle(probe);
		probe.remove();
		return getComputedStyle(element).color === color;
	};
	const label = card.getByText("Locked", { exact: true });
	expect(await label.evaluate(isAmber)).toBe(true);
	await card.locator(".name").click({ button: "right" });
	await page.getByRole("menuitem", { name: "Enter password…" }).waitFor();
	// Another attempt without the password would fail, too.
	expect(await page.getByRole("menuitem", { name: "Try again" }).count()).toBe(0);
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "List view" }).click();
	const row = card.getByRole("button", { name: "Unlock “locked-everywhere.pdf”" });
	await row.waitFor();
	expect(await row.locator("svg").evaluate(isAmber)).toBe(true);
	await page.setViewportSize({ width: 390, height: 800 });
	await label.waitFor();
	expect(await label.evaluate(isAmber)).toBe(true);
	await row.click();
	await page.getByRole("dialog", { name: "Unlock “locked-everywhere.pdf”" }).waitFor();
	await page.keyboard.press("Escape");
	await page.evaluate(() => {
		location.hash = "#/activity";
	});
	const line = page.getByRole("listitem").filter({ hasText: "locked-everywhere.pdf" });
	await line.getByText("Locked", { exact: true }).waitFor();
	expect(await line.getByText("Failed").count()).toBe(0);
});

test("the field of a document in the activity stays after a wrong password while the list is read again", async () => {
	const { id } = await uploadLocked("locked-slow.pdf");
	const page = await openStudio(browser, "#/activity");
	const line = page.getByRole("listitem").filter({ hasText: "locked-slow.pdf" });
	const field = line.getByPlaceholder("Password");
	await field.fill("wrong");
	// From now on, the list shows the document as being converted, even after the attempt to unlock it.
	await page.route(/\/api\/v0\/document\?/, async (route) => {
		const response = await route.fetch();
		const documents = (await response.json()) as Document[];
		const outdated = documents.map((document) =>
			document.id === id ? { ...document, status: "processing", reason: undefined } : document,
		);
		await route.fulfill({ response, json: outdated });
	});
	await field.press("Enter");
	await line.getByRole("alert").filter({ hasText: "The password does not open the document." }).waitFor();
	expect(await field.inputValue()).toBe("wrong");
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
	await page.unrouteAll({ behavior: "wait" });
});

test("the field of a document in the activity has the focus again after the list removed and added it", async () => {
	const { id } = await uploadLocked("locked-away.pdf");
	const page = await openStudio(browser, "#/activity");
	const line = page.getByRole("listitem").filter({ hasText: "locked-away.pdf" });
	const field = line.getByPlaceholder("Password");
	await field.fill("wrong");
	let tryPassword: () => void = () => undefined;
	const held = new Promise<void>((resolve) => (tryPassword = resolve));
	await page.route(/\/retry$/, async (route) => {
		await held;
		await route.continue();
	});
	const lists = /\/api\/v0\/document\?/;
	await page.route(lists, async (route) => {
		const response = await route.fetch();
		const documents = (await response.json()) as Document[];
		await route.fulfill({ response, json: documents.filter((document) => document.id !== id) });
	});
	await field.press("Enter");
	await uploadReady("neighbour-of-it.pdf");
	await line.waitFor({ state: "detached" });
	await uploadLocked("locked-in-between.pdf");
	await page.getByRole("listitem").filter({ hasText: "locked-in-between.pdf" }).waitFor();
	await page.unroute(lists);
	tryPassword();
	await line.getByRole("alert").filter({ hasText: "The password does not open the document." }).waitFor();
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
});

test("a row of the list asks for the password in a dialog", async () => {
	const { id } = await uploadLocked("locked-row.pdf");
	const page = await openStudio(browser);
	await page.getByRole("button", { name: "List view" }).click();
	await page.getByRole("button", { name: "Unlock “locked-row.pdf”" }).click();
	const dialog = page.getByRole("dialog", { name: "Unlock “locked-row.pdf”" });
	const field = dialog.getByLabel("Password of locked-row.pdf");
	await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
	await unlock(page, dialog);
	await dialog.waitFor({ state: "detached" });
	await waitForDocument(id, ({ status }) => status === "ready");
});

test("the menu of a document asks for the password", async () => {
	await uploadLocked("locked-menu.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "locked-menu.pdf").locator(".name").click({ button: "right" });
	await page.getByRole("menuitem", { name: "Enter password…" }).click();
	const dialog = page.getByRole("dialog", { name: "Unlock “locked-menu.pdf”" });
	await dialog.getByPlaceholder("Password").fill("wrong");
	await dialog.getByRole("button", { name: "Unlock", exact: true }).click();
	await dialog.getByRole("alert").filter({ hasText: "The password does not open the document." }).waitFor();
	await page.keyboard.press("Escape");
});

test("an opened document asks for the password, and is shown once it is right", async () => {
	await uploadReady("locked-neighbour.pdf");
	const { id } = await uploadLocked("locked-opened.pdf");
	const page = await openStudio(browser, `#/document/${id}`);
	const reader = page.getByRole("main");
	const field = reader.getByLabel("Password of locked-opened.pdf");
	const isFocused = () => field.evaluate((input) => input === document.activeElement);
	await expect.poll(isFocused).toBe(true);
	await page.keyboard.press("Control+PageUp");
	await documentCard(page, "locked-neighbour.pdf").waitFor();
	await page.keyboard.press("Control+PageDown");
	await expect.poll(isFocused).toBe(true);
	await unlock(page, reader);
	await page.frameLocator("iframe:visible").locator("#pages .page[data-state=drawn]").first().waitFor();
	await field.waitFor({ state: "detached" });
	await waitForFocusedPages(page, "locked-opened.pdf");
});
