import { expect, test } from "vitest";
import { Browser, pageText, scrollTop } from "../support/browser";
import {
	openMissingFontSession,
	openMissingGlyphSession,
	openSession,
	uploadSample,
	waitForDocument,
} from "../support/api";

const browser = new Browser();

test("missing fonts are listed next to the title", async () => {
	const page = await browser.open(await openMissingFontSession());
	const button = page.getByRole("button", { name: "Missing fonts: 1" });
	const list = page.getByRole("dialog", { name: "Missing fonts" });
	await button.click();
	expect(await list.innerText()).toMatch(/line breaks may differ\.[^]*No Such Family → \S/);
	expect(await button.getAttribute("aria-expanded")).toBe("true");

	// The list has the focus while it is open, so keys do not scroll the pages. Escape closes it and gives the focus
	// to the pages.
	await page.keyboard.press("PageDown");
	await expect.poll(() => scrollTop(page)).toBe(0);
	await page.keyboard.press("Escape");
	await expect.poll(() => list.count()).toBe(0);
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
	await page.keyboard.press("PageDown");
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(0);

	await button.press("Enter");
	await expect.poll(() => list.count()).toBe(1);
	await page.locator("#stage").click({ position: { x: 20, y: 600 } });
	await expect.poll(() => list.count()).toBe(0);
});

test("missing fonts are among the properties, with other differences", async () => {
	const page = await browser.open(await openMissingFontSession());
	await page.getByRole("button", { name: "Missing fonts: 1" }).waitFor();
	await page.locator("#more").click();
	await page.getByRole("menuitem", { name: "Properties" }).click();
	const entries = page.getByRole("dialog").getByRole("listitem");
	await entries.filter({ hasText: "No Such Family" }).waitFor();
	await page.getByRole("heading", { name: "Differences from the original" }).waitFor();
});

test("characters that no font has are listed there, too", async () => {
	const page = await browser.open(await openMissingGlyphSession());
	await page.getByRole("button", { name: "Missing characters: 2" }).click();
	const list = page.getByRole("dialog", { name: "Missing characters" });
	expect(await list.innerText()).toMatch(/empty boxes[^]*Cuneiform: 2, such as U\+12000/);
});

test("the list fits a small window", async () => {
	const page = await browser.open(await openMissingFontSession(), { viewport: { width: 320, height: 560 } });
	await page.getByRole("button", { name: "Missing fonts: 1" }).click();
	const box = await page.getByRole("dialog").boundingBox();
	expect(box?.x).toBeGreaterThanOrEqual(0);
	expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
});

test("if no font is missing, nothing is shown", async () => {
	const { id } = await uploadSample("sample.pdf");
	await waitForDocument(id, ({ status }) => status === "ready");
	const page = await browser.open("about:blank");
	const response = page.waitForResponse(/\/fonts\?v=/);
	await page.goto(await openSession(id));
	await pageText(page, 1);
	expect(await (await response).json()).toEqual({ missing: [], unseen: [] });
	expect(await page.getByRole("button", { name: "Fonts" }).count()).toBe(0);
});
