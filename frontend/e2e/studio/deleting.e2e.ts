import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, type Document, documentWhen, upload } from "../support/library";
import { cardOf, openStudio } from "../support/studio";

const browser = new Browser();

/** A document that is ready; answers its id. */
async function ready(name: string): Promise<string> {
	const { id } = await upload(name, makePDF(1));
	await documentWhen(id, ({ status }) => status === "ready");
	return id;
}

test("what is deleted can be had back", async () => {
	await ready("deleted.pdf");
	const page = await openStudio(browser);
	const card = cardOf(page, "deleted.pdf");
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
	await page.getByRole("menuitem", { name: "Delete for good…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
	await card.waitFor({ state: "detached" });
});

test("Delete takes the document that the keyboard stands at where none is selected", async () => {
	await ready("beside.pdf");
	await ready("stood.pdf");
	const page = await openStudio(browser);
	const [card, other] = [cardOf(page, "stood.pdf"), cardOf(page, "beside.pdf")];
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
])("Delete takes no document that a %s has left", async (what, leave) => {
	const id = await ready(`left-by-${what}.pdf`);
	const page = await openStudio(browser);
	const card = cardOf(page, `left-by-${what}.pdf`);
	await card.click();
	await leave(page, card);
	await expect.poll(() => card.getAttribute("aria-selected")).toBe("false");
	await page.keyboard.press("Delete");
	await ready(`after-${what}.pdf`); // which the page is told of after a deletion
	await cardOf(page, `after-${what}.pdf`).waitFor();
	expect(await call<Document>("GET", `/document/${id}?details=true`)).not.toHaveProperty("deletedAt");
});

test("what was restored is not selected any more", async () => {
	await ready("restored-one.pdf");
	await ready("restored-two.pdf");
	const page = await openStudio(browser);
	const cards = [cardOf(page, "restored-one.pdf"), cardOf(page, "restored-two.pdf")] as const;
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
	const toast = await page.getByText("2 documents are in the trash.").boundingBox(); // and how to undo that
	const restore = await bar.getByRole("button", { name: "Restore" }).boundingBox();
	expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(restore?.y ?? 0);
	await bar.getByRole("button", { name: "Restore" }).click();
	await cards[0].waitFor({ state: "detached" });
	expect(await bar.count()).toBe(0);
});
