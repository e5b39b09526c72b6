import { expect, test } from "vitest";
import { Browser, scrollTop, wordsOf } from "../support/browser";
import {
	documentOfNoSuchFont,
	documentOfUnseenCharacters,
	documentWhen,
	openSession,
	uploadSample,
} from "../support/library";

const browser = new Browser();

test("fonts that are missing are listed beside the title", async () => {
	const page = await browser.open(await documentOfNoSuchFont());
	const button = page.getByRole("button", { name: "Fonts that are missing: 1" });
	const list = page.getByRole("dialog", { name: "Fonts that are missing" });
	await button.click();
	expect(await list.innerText()).toMatch(/are not installed here\.[^]*No Such Family → \S/);
	expect(await button.getAttribute("aria-expanded")).toBe("true");

	// The keys are the list's while it is open, and Escape gives them back.
	await page.keyboard.press("PageDown");
	await expect.poll(() => scrollTop(page)).toBe(0);
	await page.keyboard.press("Escape");
	expect(await list.count()).toBe(0);
	expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
	await page.keyboard.press("PageDown");
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);

	await page.keyboard.press("Enter");
	expect(await list.count()).toBe(1);
	await page.locator("#stage").click({ position: { x: 20, y: 600 } });
	expect(await list.count()).toBe(0);
});

test("fonts that are missing are among the properties, with what else differs", async () => {
	const page = await browser.open(await documentOfNoSuchFont());
	await page.getByRole("button", { name: "Fonts that are missing: 1" }).waitFor();
	await page.locator("#more").click();
	await page.getByRole("menuitem", { name: "Properties" }).click();
	const told = page.getByRole("dialog").getByRole("listitem");
	await told.filter({ hasText: "No Such Family" }).waitFor();
});

test("characters that no font has are listed there, too", async () => {
	const page = await browser.open(await documentOfUnseenCharacters());
	await page.getByRole("button", { name: "Characters that are missing: 2" }).click();
	const list = page.getByRole("dialog", { name: "Characters that are missing" });
	expect(await list.innerText()).toMatch(/empty boxes[^]*Cuneiform: 2, such as U\+12000/);
});

test("the list fits a small window", async () => {
	const page = await browser.open(await documentOfNoSuchFont(), { viewport: { width: 320, height: 560 } });
	await page.getByRole("button", { name: "Fonts that are missing: 1" }).click();
	const box = await page.getByRole("dialog").boundingBox();
	expect(box?.x).toBeGreaterThanOrEqual(0);
	expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
});

test("where none is missing nothing is said", async () => {
	const { id } = await uploadSample("sample.pdf");
	await documentWhen(id, ({ status }) => status === "ready");
	const page = await browser.open("about:blank");
	const asked = page.waitForResponse(/\/fonts\?v=/);
	await page.goto(await openSession(id));
	await wordsOf(page, 1);
	expect(await (await asked).json()).toEqual({ missing: [], unseen: [] });
	expect(await page.getByRole("button", { name: "Fonts" }).count()).toBe(0);
});
