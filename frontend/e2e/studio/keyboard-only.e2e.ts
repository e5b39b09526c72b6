import type { Page } from "playwright-core";
import designer from "../../src/studio/languages/en/designer.json";
import library from "../../src/studio/languages/en/library.json";
import shell from "../../src/studio/languages/en/shell.json";
import templates from "../../src/studio/languages/en/templates.json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, type OpenOptions } from "../support/browser";
import { propertyRow, storedSet } from "../support/designer";
import { makeTextPDF } from "../support/documents";
import {
	activate,
	chooseFromMenu,
	hasFocus,
	tabTo,
	viewerOf,
	waitForFocusedPages,
} from "../support/keyboard";
import { type Server, startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

/** A separate server for this test, whose library is empty at first. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

const name = "without-pointer.pdf";
const document = makeTextPDF([
	[[72, 700, 20, "An opening page"]],
	[[72, 700, 20, "The wombat digs"]],
	[[72, 700, 20, "Another wombat sleeps"]],
]);

/** Adds a document with the library's menu, whose first item opens the browser's file dialog. */
async function addDocument(page: Page): Promise<void> {
	const chooser = page.waitForEvent("filechooser");
	await chooseFromMenu(page, page.getByRole("button", { name: library.add, exact: true }), library.addFiles);
	await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: Buffer.from(document) });
	await documentCard(page, name).waitFor();
}

async function openDocument(page: Page): Promise<void> {
	await tabTo(page, page.getByRole("grid"));
	await page.keyboard.press("Home");
	await expect.poll(() => documentCard(page, name).getAttribute("aria-selected")).toBe("true");
	await page.keyboard.press("Enter");
	await waitForFocusedPages(page, name);
}

async function searchInDocument(page: Page): Promise<void> {
	const viewer = viewerOf(page);
	await page.keyboard.press("Control+f");
	await expect.poll(() => viewer.getByRole("searchbox").evaluate(hasFocus)).toBe(true);
	await page.keyboard.type("wombat");
	await viewer.getByText("1 of 2").waitFor();
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe("2");
	await page.keyboard.press("Enter");
	await expect.poll(() => viewer.locator("#page-field").inputValue()).toBe("3");
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, name);
}

/** Searches the library, and opens the page that the search has found. */
async function searchLibrary(page: Page): Promise<void> {
	await page.keyboard.press("Control+Shift+F");
	await expect.poll(() => page.getByRole("searchbox").evaluate(hasFocus)).toBe(true);
	await page.keyboard.type("digs");
	const found = page.getByRole("region", { name: "Search results" }).locator("[data-result^=page]").first();
	await tabTo(page, found);
	await page.keyboard.press("Enter");
	await waitForFocusedPages(page, name);
	await expect.poll(() => viewerOf(page).locator("#page-field").inputValue()).toBe("2");
}

async function openShare(page: Page) {
	await activate(page, page.getByRole("button", { name: "Share", exact: true }));
	const dialog = page.getByRole("dialog");
	await dialog.getByText("Anyone with the link can").waitFor();
	return dialog;
}

/** Creates a link and copies it, ends the link, and returns to the document. */
async function shareAndEnd(page: Page): Promise<void> {
	const dialog = await openShare(page);
	await activate(page, dialog.getByRole("button", { name: "Create and copy link" }));
	const field = dialog.getByLabel("Link", { exact: true }).and(dialog.locator("input"));
	const link = await field.inputValue();
	await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
	expect((await fetch(link)).status).toBe(200);
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, name);

	await openShare(page);
	await activate(page, dialog.getByRole("button", { name: /^Revoke the link/ }));
	await activate(page, dialog.getByRole("button", { name: /^Revoke now/ }));
	await expect.poll(async () => (await fetch(link)).status).toBe(410);
	await page.keyboard.press("Escape");
	await waitForFocusedPages(page, name);
}

/** Goes to a page of the studio by its label in the navigation. */
async function goTo(page: Page, label: string): Promise<void> {
	await activate(page, page.getByRole("navigation", { name: "Lectern" }).getByRole("link", { name: label }));
}

async function makeTheme(page: Page): Promise<void> {
	const tabs = page.getByRole("navigation", { name: shell.tabs });
	await activate(page, tabs.getByRole("link", { name: shell.library }));
	await goTo(page, shell.designer);
	await activate(page, page.getByRole("link", { name: designer.themes, exact: true }));
	await activate(page, page.getByRole("button", { name: designer.newTheme }));
	await page.keyboard.press("Control+a");
	await page.keyboard.type("evening");
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: "evening" }).waitFor();
	await tabTo(page, propertyRow(page, "topbarBackgroundColor").getByRole("textbox"));
	await page.keyboard.press("Control+a");
	await page.keyboard.type("#222266");
	await page.keyboard.press("Enter");
	await activate(page, page.getByRole("button", { name: designer.save, exact: true }));
	await expect
		.poll(() => storedSet("theme", "evening", server))
		.toMatchObject({ topbarBackgroundColor: "#222266" });
}

async function runTemplate(page: Page): Promise<void> {
	await goTo(page, shell.templates);
	await activate(page, page.getByRole("button", { name: templates["sample-letter"] }));
	await page.getByRole("heading", { name: templates["sample-letter"] }).waitFor();
	const field = page.getByRole("region", { name: templates.form }).getByRole("textbox").first();
	await tabTo(page, field);
	await page.keyboard.press("Control+a");
	await page.keyboard.type("Wilhelmina");
	const download = page.waitForEvent("download");
	await chooseFromMenu(
		page,
		page.getByRole("button", { name: templates.make, exact: true }),
		templates.makePdf,
	);
	expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
}

test("everything from adding a document to a filled template works without a pointer", async () => {
	const options: OpenOptions = {
		permissions: ["clipboard-read", "clipboard-write"],
		initScript: () => {
			window.addEventListener("pointerdown", () => {
				throw new Error("a pointer was used");
			});
		},
	};
	const page = await openStudio(browser, "#/library", options, server);
	await addDocument(page);
	await openDocument(page);
	await searchInDocument(page);
	await searchLibrary(page);
	await shareAndEnd(page);
	await makeTheme(page);
	await runTemplate(page);
});
