import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import library from "../../src/studio/languages/en/library.json";
import { uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { desktopRuntime, emitDesktopEvent, windowTitle } from "../support/desktop";
import { hasFocus, tabTo, viewerOf, waitForFocusedPages } from "../support/keyboard";
import { type Server, startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

/** A separate server: documents of other tests would move the cards. */
let server: Server;
/** A server whose library is empty at first. */
let emptyServer: Server;

beforeAll(async () => {
	[server, emptyServer] = await Promise.all([startServer(), startServer()]);
});

afterAll(async () => {
	await Promise.all([server.stop(), emptyServer.stop()]);
});

const currentPage = (page: Page) => viewerOf(page).locator("#page-field").inputValue();

/** Presses a key that selects the card of a document. */
async function chooseCard(page: Page, key: string, name: string): Promise<void> {
	await page.keyboard.press(key);
	await expect.poll(() => documentCard(page, name).getAttribute("aria-selected")).toBe("true");
}

test("keys alone lead from the library through a document and back to its card", async () => {
	await uploadReady("keys-two.pdf", 8, server);
	await uploadReady("keys-one.pdf", 8, server);
	const page = await openStudio(browser, "#/library", {}, server);
	expect(await page.title()).toBe("Lectern");
	await documentCard(page, "keys-two.pdf").waitFor();
	await tabTo(page, page.getByRole("grid"));
	await chooseCard(page, "Home", "keys-one.pdf");
	await page.keyboard.press("Enter");

	await waitForFocusedPages(page, "keys-one.pdf");
	await page.keyboard.press("PageDown");
	await page.keyboard.press("PageDown");
	await expect.poll(() => currentPage(page)).not.toBe("1");

	await page.keyboard.press("Control+f");
	await expect.poll(() => viewerOf(page).getByRole("searchbox").evaluate(hasFocus)).toBe(true);
	await page.keyboard.type("page number");
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, "keys-one.pdf");
	expect(page.url()).toContain("#/document/"); // Escape closed only the search

	await page.keyboard.press("Control+p");
	const print = viewerOf(page).getByRole("dialog", { name: "Print" });
	await print.waitFor();
	await page.keyboard.press("Escape");
	await print.waitFor({ state: "detached" });
	await waitForFocusedPages(page, "keys-one.pdf");

	await page.keyboard.press("Control+PageDown");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	await chooseCard(page, "ArrowRight", "keys-two.pdf");
	await page.keyboard.press("Enter");
	await waitForFocusedPages(page, "keys-two.pdf");
	await page.keyboard.press("End");
	await expect.poll(() => currentPage(page)).toBe("8");

	await page.keyboard.press("Control+PageUp");
	await waitForFocusedPages(page, "keys-one.pdf");
	await page.keyboard.press("Home");
	await expect.poll(() => currentPage(page)).toBe("1");

	for (const remaining of [1, 0]) {
		// Tab leaves the frame after its last element, and continues at the start of the page.
		await tabTo(page, page.locator("li.active button"));
		await page.keyboard.press("Enter");
		const tabs = page.getByRole("navigation", { name: "Open documents" }).getByRole("listitem");
		await expect.poll(() => tabs.count()).toBe(remaining);
		if (remaining > 0) {
			await waitForFocusedPages(page, "keys-two.pdf");
		}
	}
	await expect.poll(() => page.title()).toBe("Lectern");
	await expect.poll(() => page.locator("[role=grid]").evaluate(hasFocus)).toBe(true);
	await chooseCard(page, "ArrowLeft", "keys-one.pdf");
	await page.keyboard.press("Enter");
	await waitForFocusedPages(page, "keys-one.pdf");
});

test("the bars around a document forward its keys", async () => {
	const { id } = await uploadReady("forwarded.pdf", 8, server);
	const page = await openStudio(browser, `#/document/${id}`, {}, server);
	await waitForFocusedPages(page, "forwarded.pdf");
	const share = page.getByRole("button", { name: "Share" });
	const zoom = viewerOf(page).locator("#zoom-choice");
	const shown = () => zoom.evaluate((choice: HTMLSelectElement) => choice.selectedOptions[0]?.text);
	await share.focus();
	await page.keyboard.press("End");
	await expect.poll(() => currentPage(page)).toBe("8");
	await page.keyboard.press("PageUp");
	await page.keyboard.press("PageUp");
	await expect.poll(() => currentPage(page)).not.toBe("8");
	await page.keyboard.press("Control++");
	await expect.poll(shown).toBe("110%");
	await page.keyboard.press("k"); // letters have an effect only while the pages have the focus
	await page.keyboard.press("0");
	expect(await share.evaluate(hasFocus)).toBe(true);
	await page.keyboard.press("Control+0");
	await expect.poll(shown).toBe("Automatic");
	await page.keyboard.press("Control+f");
	await expect.poll(() => viewerOf(page).getByRole("searchbox").evaluate(hasFocus)).toBe(true);
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, "forwarded.pdf");
	await share.focus();
	await page.keyboard.press("Control+p");
	await viewerOf(page).getByRole("dialog", { name: "Print" }).waitFor();
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, "forwarded.pdf");
	await page.keyboard.press("Control+Shift+F");
	await expect.poll(() => page.getByRole("searchbox").evaluate(hasFocus)).toBe(true);
});

test("the pages have the focus after a double-click, a click on a tab, and a closed dialog", async () => {
	await uploadReady("clicked-one.pdf", 4, server);
	await uploadReady("clicked-two.pdf", 4, server);
	const page = await openStudio(browser, "#/library", {}, server);
	await documentCard(page, "clicked-one.pdf").dblclick();
	await waitForFocusedPages(page, "clicked-one.pdf");
	await page.getByRole("link", { name: "Library" }).first().click();
	await expect.poll(() => page.locator("[role=grid]").evaluate(hasFocus)).toBe(true);
	await documentCard(page, "clicked-two.pdf").dblclick();
	await waitForFocusedPages(page, "clicked-two.pdf");
	const tabs = page.getByRole("navigation", { name: "Open documents" });
	for (let click = 1; click <= 2; click++) {
		await tabs.getByRole("link", { name: "clicked-one.pdf" }).click();
		await waitForFocusedPages(page, "clicked-one.pdf");
	}
	await page.getByRole("button", { name: "Share" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await waitForFocusedPages(page, "clicked-one.pdf");
	await page.getByRole("button", { name: "Close clicked-two.pdf" }).click();
	await waitForFocusedPages(page, "clicked-one.pdf");
	await page.keyboard.press("End");
	await expect.poll(() => currentPage(page)).toBe("4");
});

test("keys that are pressed while a document is loading apply to the window, or to the document later", async () => {
	await uploadReady("early-two.pdf", 8, server);
	await uploadReady("early-one.pdf", 8, server);
	const page = await openStudio(browser, "#/library", {}, server);
	let release: () => void = () => undefined;
	const hold = () =>
		page.route("**/viewer/view*", async (route) => {
			await new Promise<void>((resolve) => {
				release = resolve;
			});
			await route.continue();
		});
	await documentCard(page, "early-two.pdf").dblclick();
	await waitForFocusedPages(page, "early-two.pdf");
	await hold();
	await page.keyboard.press("Control+PageUp");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	await documentCard(page, "early-one.pdf").dblclick();
	await page.locator("iframe:visible").waitFor();
	await page.keyboard.press("Control+PageUp");
	await waitForFocusedPages(page, "early-two.pdf");
	await page.keyboard.press("Control+PageDown");
	await expect.poll(() => page.title()).toBe("early-one.pdf — Lectern");
	await page.keyboard.press("Control+PageDown");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	await page.keyboard.press("Control+PageUp");
	await expect.poll(() => page.title()).toBe("early-one.pdf — Lectern");
	await page.keyboard.press("Escape"); // Escape must not leave the document
	await page.keyboard.press("End");
	await page.keyboard.press("Control+f");
	release();
	await expect.poll(() => currentPage(page)).toBe("8");
	await expect.poll(() => viewerOf(page).getByRole("searchbox").evaluate(hasFocus)).toBe(true);
});

test("Escape closes what is open in a document, and does not leave the document", async () => {
	const { id } = await uploadReady("stays.pdf", 8, server);
	const page = await openStudio(browser, `#/document/${id}`, {}, server);
	await waitForFocusedPages(page, "stays.pdf");
	const more = viewerOf(page).locator("#more");
	await more.press("Enter");
	await page.keyboard.press("Escape");
	await expect.poll(() => more.getAttribute("aria-expanded")).toBe("false");
	await page.keyboard.press("Escape");
	await page.keyboard.press("End");
	await expect.poll(() => currentPage(page)).toBe("8");
});

test("a document that is left before the library has loaded it leaves the keyboard with the library", async () => {
	const page = await openStudio(browser, "#/library", {}, emptyServer);
	await page.getByRole("button", { name: library.chooseFiles }).waitFor();
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => (release = resolve));
	await page.route(/\/api\/v0\/document\?/, async (route) => {
		await released;
		await route.continue();
	});
	const { id } = await uploadReady("fresh.pdf", 1, emptyServer);
	await page.evaluate((document) => {
		location.hash = `#/document/${document}`;
	}, id);
	await waitForFocusedPages(page, "fresh.pdf");
	await page.keyboard.press("Control+PageDown");
	await expect.poll(() => page.title()).toBe("Lectern");
	release();
	await expect.poll(() => page.getByRole("grid").evaluate(hasFocus)).toBe(true);
	await chooseCard(page, "Home", "fresh.pdf");
	await page.keyboard.press("Enter");
	await waitForFocusedPages(page, "fresh.pdf");
});

test("a question mark lists the shortcuts, but not in a field", async () => {
	await uploadReady("listed.pdf", 1, server);
	const page = await openStudio(browser, "#/library", {}, server);
	await documentCard(page, "listed.pdf").waitFor();
	await tabTo(page, page.getByRole("grid"));
	await page.keyboard.press("?");
	const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await dialog.waitFor();
	expect(await dialog.innerText()).toMatch(/Next page\s+N\s+J/);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await expect.poll(() => page.locator("[role=grid]").evaluate(hasFocus)).toBe(true);
	await page.keyboard.press("Control+f");
	await expect.poll(() => page.getByRole("searchbox").evaluate(hasFocus)).toBe(true);
	await page.keyboard.type("?");
	await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("?");
	expect(await dialog.count()).toBe(0);
});

test("the window's title names the document, and its menu lists the shortcuts over it", async () => {
	const { id } = await uploadReady("titled.pdf", 4, server);
	const page = await openStudio(browser, `#/document/${id}`, { initScript: desktopRuntime }, server);
	await waitForFocusedPages(page, "titled.pdf");
	await expect.poll(() => windowTitle(page)).toBe("titled.pdf — Lectern");
	await emitDesktopEvent(page, "menu", "shortcuts");
	const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
	await dialog.waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	await page.keyboard.press("End"); // the document handles the keys again
	await expect.poll(() => currentPage(page)).toBe("4");
	await page.getByRole("link", { name: "Library" }).first().click();
	await expect.poll(() => windowTitle(page)).toBe("Lectern");
});

test("all buttons of the tabs and of a document's tools are at least 24 pixels wide and high", async () => {
	const { id } = await uploadReady("targets.pdf", 2, server);
	const page = await openStudio(browser, `#/document/${id}`, {}, server);
	await waitForFocusedPages(page, "targets.pdf");
	await page.keyboard.press("Control+f");
	const small = (elements: Element[]) =>
		elements
			.map((element) => ({ box: element.getBoundingClientRect(), html: element.outerHTML.slice(0, 120) }))
			.filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
			.map(({ html }) => html);
	await viewerOf(page).getByRole("searchbox").waitFor();
	expect(await page.locator("button, a").evaluateAll(small)).toEqual([]);
	expect(await viewerOf(page).locator("button, select, [role=button]").evaluateAll(small)).toEqual([]);
});
