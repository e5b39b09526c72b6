import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { putSettings, uploadAndOpenPDF, uploadReady, makeSession } from "../support/api";
import { Browser, pageFieldValue, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { Embedding, viewerFrame, waitForPage } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";

const browser = new Browser();
const host = new Embedding();

const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Presses keys. Each key must lead to the given page. */
async function expectPages(page: Page, steps: readonly (readonly [key: string, number: string])[]) {
	for (const [key, number] of steps) {
		await page.keyboard.press(key);
		await expect.poll(() => pageFieldValue(page), { message: key }).toBe(number);
	}
}

const turns = (page: Page) =>
	page.evaluate(() => {
		const { width = 0, height = 0 } = document.querySelector("#pages .page")?.getBoundingClientRect() ?? {};
		return width > height ? "sideways" : "upright";
	});

test("letters turn and rotate pages, only while the pages have the focus", async () => {
	const page = await browser.open(await uploadAndOpenPDF("letters.pdf", makePDF(8)));
	await pageText(page, 1);
	await expectPages(page, [
		["n", "2"],
		["j", "3"],
		["p", "2"],
		["k", "1"],
		["Shift+N", "1"],
		["n", "2"],
	]);
	await page.keyboard.press("r");
	await expect.poll(() => turns(page)).toBe("sideways");
	await page.keyboard.press("Shift+R");
	await expect.poll(() => turns(page)).toBe("upright");

	await page.locator("#next").focus();
	for (const key of ["n", "r", "?"]) {
		await page.keyboard.press(key);
	}
	await page.locator("#page-field").focus();
	await page.keyboard.press("n");
	expect(await pageFieldValue(page)).toBe("n");
	await page.keyboard.press("Escape");
	await expect.poll(() => focusedId(page)).toBe("stage");
	await expectPages(page, [["n", "3"]]);
	expect(await turns(page)).toBe("upright");
	expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a question mark lists the shortcuts, and the menu shows them", async () => {
	const page = await browser.open(await uploadAndOpenPDF("shortcuts.pdf", makePDF(2)));
	await pageText(page, 1);
	await page.keyboard.press("?");
	const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await dialog.waitFor();
	expect(await dialog.innerText()).toMatch(/Next page\s+N\s+J[^]+Search\s+Ctrl\+F[^]+Print\s+Ctrl\+P/);
	expect(await dialog.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
		"Navigation",
		"Zoom and layout",
		"Search",
		"Document",
	]);
	expect(
		await dialog
			.locator("kbd > kbd")
			.filter({ hasText: /^Ctrl$/ })
			.count(),
		"each key is a cap",
	).toBe(2);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await expect.poll(() => focusedId(page)).toBe("stage");
	await page.locator("#more").click();
	const print = page.getByRole("menuitem", { name: "Print", exact: true });
	expect(await print.innerText()).toMatch(/Print\s*Ctrl\+P/);
	expect(await print.getAttribute("aria-keyshortcuts")).toBe("Control+P");
	await page.getByRole("menuitem", { name: "Keyboard shortcuts", exact: true }).click();
	await dialog.waitFor();
});

test("the keys in the menu work after Escape, if a click opened the menu", async () => {
	const page = await browser.open(await uploadAndOpenPDF("escape.pdf", makePDF(8)));
	await pageText(page, 1);
	const more = page.locator("#more");
	await more.click();
	await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).waitFor();
	await page.keyboard.press("Escape");
	await expect.poll(() => focusedId(page)).toBe("stage");
	await page.keyboard.press("n");
	await expect.poll(() => pageFieldValue(page)).toBe("2");
	await more.press("Enter");
	await page.keyboard.press("Escape");
	expect(await focusedId(page)).toBe("more"); // users of screen readers continue at the button that opened the menu
});

test("the shortcuts have the names of the reader's keys, and list only what the profile offers", async () => {
	await putSettings("profile", "few-keys", { search: false, print: false, output: "text" });
	const { id } = await uploadReady("few-keys.pdf", 2);
	const { viewerURL } = await makeSession(id, 60, undefined, { profile: "few-keys" });
	const page = await browser.open(viewerURL, { locale: "de-DE" });
	await page.locator("#pages .page[data-state=drawn]").first().waitFor();
	await page.keyboard.press("?");
	const text = await page.getByRole("dialog", { name: "Tastenkombinationen" }).innerText();
	expect(text).toMatch(/Bild ↓[^]+Umschalt\+Leertaste/);
	expect(text).not.toMatch(/Strg\+|drehen/);
});

test("the pages have the focus after a dialog, a panel or a menu, and after a click on the toolbar", async () => {
	const page = await browser.open(await uploadAndOpenPDF("panels.pdf", makePDF(8)));
	await pageText(page, 1);
	for (const [opener, closer] of [
		["#print", "Escape"],
		["#search", "Escape"],
		["#thumbnails-toggle", "Enter"],
	] as const) {
		if (opener !== "#thumbnails-toggle") {
			await page.locator(opener).press("Enter");
		} else {
			await page.locator(opener).focus(); // the panel is already open, so its button is not pressed
		}
		await expect.poll(() => focusedId(page)).not.toBe("stage");
		await page.keyboard.press(closer);
		await expect.poll(() => focusedId(page), { message: opener }).toBe("stage");
	}
	await page.locator("#more").press("Enter");
	await page.keyboard.press("End");
	await page.keyboard.press("Enter"); // the last entry of the menu shows the shortcuts
	await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
	await expect.poll(() => focusedId(page)).toBe("stage");
	for (const button of ["#zoom-in", "#next", "#fit-page"]) {
		await page.locator(button).click();
		await expect.poll(() => focusedId(page), { message: button }).toBe("stage");
	}
	await page.locator("#zoom-in").press("Enter"); // a press by keyboard does not move the focus
	expect(await focusedId(page)).toBe("zoom-in");
});

test("the pages show no ring around them, and controls do", async () => {
	const page = await browser.open(await uploadAndOpenPDF("rings.pdf", makePDF(2)));
	await pageText(page, 1);
	const ring = () =>
		page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
	await page.keyboard.press("?");
	await page.keyboard.press("Escape");
	await expect.poll(() => focusedId(page)).toBe("stage");
	await expect.poll(ring).toBe("none");
	await page.keyboard.press("Shift+Tab");
	expect(await focusedId(page)).not.toBe("stage");
	await expect.poll(ring).not.toBe("none");
});

test("an embedded viewer does not take the focus from its host page, and has its keys after a click", async () => {
	const page = await host.open(hostPage(embedScript(), `<input id="name">${host.embeddedViewer}`));
	await page.locator("#name").focus();
	const viewer = viewerFrame(page, "#viewer");
	await waitForPage(viewer);
	expect(await focusedId(page)).toBe("name");
	await viewer.locator("#pages .page").first().click();
	await page.keyboard.press("End");
	await waitForPage(viewer, "12");
});
