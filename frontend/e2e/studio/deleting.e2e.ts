import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { call, type Document, uploadReady } from "../support/api";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

test("a deletion can be undone", async () => {
	await uploadReady("deleted.pdf");
	const page = await openStudio(browser);
	const card = documentCard(page, "deleted.pdf");
	await card.click();
	await page.keyboard.press("Delete");
	await card.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Undo" }).click();
	await card.waitFor();

	await card.click();
	await page.keyboard.press("Delete");
	await card.waitFor({ state: "detached" });
	await page.getByRole("link", { name: /^Trash/ }).click();
	await card.click({ button: "right" });
	await page.getByRole("menuitem", { name: "Delete permanently…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await card.waitFor({ state: "detached" });
});

test("Delete deletes the active document if none is selected", async () => {
	await uploadReady("beside.pdf");
	await uploadReady("stood.pdf");
	const page = await openStudio(browser);
	const [card, other] = [documentCard(page, "stood.pdf"), documentCard(page, "beside.pdf")];
	await card.click();
	await page.keyboard.press("Space");
	await expect.poll(() => card.getAttribute("aria-selected")).toBe("false");
	await page.keyboard.press("Delete");
	await card.waitFor({ state: "detached" });
	expect(await other.count()).toBe(1);
});

test.each<[string, (page: Page, card: Locator) => Promise<void>]>([
	["pointer", (_page, card) => card.click({ modifiers: ["ControlOrMeta"] })],
	["key", (page) => page.keyboard.press("Escape")],
])("Delete deletes no document after a %s has moved away from it", async (what, leave) => {
	const { id } = await uploadReady(`left-by-${what}.pdf`);
	const page = await openStudio(browser);
	const card = documentCard(page, `left-by-${what}.pdf`);
	await card.click();
	await leave(page, card);
	await expect.poll(() => card.getAttribute("aria-selected")).toBe("false");
	await page.keyboard.press("Delete");
	// The event of a requested deletion would arrive before the event of this upload.
	await uploadReady(`after-${what}.pdf`);
	await documentCard(page, `after-${what}.pdf`).waitFor();
	expect(await call<Document>("GET", `/document/${id}?details=true`)).not.toHaveProperty("deletedAt");
});

test("restored documents are not selected any more", async () => {
	await uploadReady("restored-one.pdf");
	await uploadReady("restored-two.pdf");
	const page = await openStudio(browser);
	const cards = [documentCard(page, "restored-one.pdf"), documentCard(page, "restored-two.pdf")] as const;
	const bar = page.getByRole("toolbar", { name: "2 selected" });
	const selectBoth = async () => {
		await cards[0].click();
		await cards[1].click({ modifiers: ["ControlOrMeta"] });
		await bar.waitFor();
	};
	await selectBoth();
	await page.keyboard.press("Delete");
	await cards[0].waitFor({ state: "detached" });
	await page.getByRole("link", { name: /^Trash/ }).click();
	await selectBoth();
	// The button is looked for in the bar, because the toast has a Restore button, too.
	const [toast, restore] = [
		page.getByText("2 documents moved to the trash."),
		bar.getByRole("button", { name: "Restore" }),
	];
	await expect
		.poll(async () => {
			const [toastBox, restoreBox] = [await toast.boundingBox(), await restore.boundingBox()];
			return (restoreBox?.y ?? 0) - (toastBox?.y ?? 0) - (toastBox?.height ?? 0);
		})
		.toBeGreaterThan(0);
	await restore.click();
	await cards[0].waitFor({ state: "detached" });
	await expect.poll(() => bar.count()).toBe(0);
});
