import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { call, uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { documentCard, openStudio } from "../support/studio";

// In a narrow window, menus are sheets at its bottom edge.

const browser = new Browser();
const phone = { width: 390, height: 844 };

/** Opens the menu of a document in a narrow window. */
async function openMenu(page: Page, name: string): Promise<Locator> {
	await documentCard(page, name).click({ button: "right" });
	const menu = page.getByRole("menu");
	await menu.waitFor();
	return menu;
}

const isClosed = (page: Page) => page.getByRole("menu").waitFor({ state: "detached" });

test("the menu of a document is a sheet at the bottom edge of a narrow window", async () => {
	await uploadReady("sheet.pdf");
	const page = await openStudio(browser, "#/library", { viewport: phone });
	const menu = await openMenu(page, "sheet.pdf");
	await expect.poll(() => menu.boundingBox()).toMatchObject({ x: 0, width: phone.width });
	const { y = 0, height = 0 } = (await menu.boundingBox()) ?? {};
	expect(y + height).toBe(phone.height);
	await menu.getByText("sheet.pdf").waitFor();
	for (const item of await menu.getByRole("menuitem").all()) {
		expect((await item.boundingBox())?.height, await item.innerText()).toBeGreaterThanOrEqual(44);
	}
});

test("the release of the button that opened the sheet chooses nothing in it", async () => {
	await uploadReady("sheet-under-pointer.pdf");
	const page = await openStudio(browser, "#/library", { viewport: { width: 390, height: 560 } });
	const menu = await openMenu(page, "sheet-under-pointer.pdf"); // the sheet opens under the pointer
	expect(await menu.getByRole("menuitem").count()).toBeGreaterThan(5);
});

test("a tap beside the sheet and Escape close it, and the focus returns", async () => {
	await uploadReady("sheet-closed.pdf");
	const page = await openStudio(browser, "#/library", { viewport: phone });
	const grid = page.getByRole("grid");
	const hasFocus = () => grid.evaluate((area) => area.contains(document.activeElement));
	await documentCard(page, "sheet-closed.pdf").click();
	await openMenu(page, "sheet-closed.pdf");
	await page.mouse.click(phone.width / 2, 20);
	await isClosed(page);
	await expect.poll(hasFocus).toBe(true);
	expect(await page.getByRole("dialog").count()).toBe(0); // the tap reached nothing under the sheet
	await openMenu(page, "sheet-closed.pdf");
	await page.keyboard.press("Escape");
	await isClosed(page);
	await expect.poll(hasFocus).toBe(true);
});

test("a sheet within the sheet leads back, and its items work", async () => {
	const { id } = await uploadReady("sheet-collected.pdf");
	await call("POST", "/collection", { name: "Sheets", color: "#3366cc" });
	const page = await openStudio(browser, "#/library", { viewport: phone });
	await openMenu(page, "sheet-collected.pdf");
	const collect = page.getByRole("menuitem", { name: "Add to collection" });
	await collect.focus();
	await page.keyboard.press("ArrowRight"); // a pointer over the line opens the inner sheet, which then covers the line
	const collection = page.getByRole("menuitem", { name: "Sheets", exact: true });
	await collection.waitFor();
	await collect.last().click(); // the first line of the inner sheet leads back
	await collection.waitFor({ state: "detached" });
	await expect.poll(() => collect.evaluate((item) => item === document.activeElement)).toBe(true);
	await page.keyboard.press("ArrowRight");
	await collection.click();
	await isClosed(page);
	await page.getByText("1 document added to “Sheets”.").waitFor();
	expect((await call<{ collections?: string[] }>("GET", `/document/${id}`)).collections).toHaveLength(1);
});

test("the menu of a button is a sheet too, and closing it returns the focus to the button", async () => {
	await uploadReady("sheet-sorted.pdf");
	const page = await openStudio(browser, "#/library", { viewport: phone });
	const button = page.getByRole("button", { name: "Sort", exact: true });
	await button.click();
	await expect.poll(() => page.getByRole("menu").boundingBox()).toMatchObject({ x: 0, width: phone.width });
	await page.keyboard.press("Escape");
	await isClosed(page);
	await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});
