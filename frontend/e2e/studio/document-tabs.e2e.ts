import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { desktopRuntime, emitDesktopEvent, lastDesktopEvent } from "../support/desktop";
import { call, makeSession, upload, uploadReady, waitForDocument } from "../support/api";
import { waitForFocusedPages } from "../support/keyboard";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();

const tabNames = (page: Page) =>
	page.getByRole("navigation", { name: "Open documents" }).getByRole("listitem").allInnerTexts();

test("opens documents in tabs, and restores the position in them", async () => {
	const one = await uploadReady("tab-one.pdf");
	await uploadReady("tab-two.pdf");
	const page = await openStudio(browser);
	await documentCard(page, "tab-one.pdf").dblclick();
	const frame = page.frameLocator("iframe:visible");
	await frame.getByText("page 1 of 1").or(frame.locator("svg text")).first().waitFor();
	expect(page.url()).toContain(`#/document/${one.id}`);
	await page.getByRole("link", { name: "Library" }).first().click();
	await documentCard(page, "tab-two.pdf").dblclick();
	const tabs = page.getByRole("navigation", { name: "Open documents" }).getByRole("listitem");
	await expect.poll(() => tabs.allInnerTexts()).toEqual(["tab-one.pdf", "tab-two.pdf"]);
	await page.getByRole("button", { name: "Close tab-two.pdf" }).click();
	await expect.poll(() => page.url()).toContain(one.id);
	await page.getByRole("button", { name: "Close tab-one.pdf" }).click();
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("a reload keeps the open tabs, except those whose documents no longer exist", async () => {
	const documents = [await uploadReady("kept-one.pdf"), await uploadReady("kept-two.pdf")];
	const gone = await uploadReady("kept-gone.pdf");
	const page = await openStudio(browser, "#/library", { expected: /status of (404|410)/ });
	for (const { id, name } of [gone, ...documents]) {
		await page.evaluate((hash) => {
			location.hash = hash;
		}, `#/document/${id}`);
		await waitForFocusedPages(page, name);
	}
	await expect.poll(() => tabNames(page)).toEqual(["kept-gone.pdf", "kept-one.pdf", "kept-two.pdf"]);
	await call("DELETE", `/document/${gone.id}`);
	await page.reload();
	await expect.poll(() => tabNames(page)).toEqual(["kept-one.pdf", "kept-two.pdf"]);
	const current = page.getByRole("navigation", { name: "Open documents" }).locator("[aria-current]");
	await expect.poll(() => current.innerText()).toBe("kept-two.pdf");
	await page.getByRole("button", { name: "Close kept-two.pdf" }).click();
	await page.reload();
	await expect.poll(() => tabNames(page)).toEqual(["kept-one.pdf"]);
});

test("documents open in tabs also if the browser stores nothing", async () => {
	const { id } = await uploadReady("not-stored.pdf");
	const page = await openStudio(browser, `#/document/${id}`, {
		initScript: () => {
			const store = Storage.prototype.setItem.bind(sessionStorage);
			Storage.prototype.setItem = (name: string, value: string) => {
				if (name === "lectern.tabs") {
					throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
				}
				store(name, value);
			};
		},
	});
	await expect.poll(() => tabNames(page)).toEqual(["not-stored.pdf"]);
});

test("keys change tabs, also while the focus is in a document", async () => {
	const names = ["turn-one.pdf", "turn-two.pdf"];
	for (const name of names) {
		await uploadReady(name);
	}
	const page = await openStudio(browser);
	for (const name of names) {
		await page.getByRole("link", { name: "Library" }).first().click();
		await documentCard(page, name).dblclick();
		await page.frameLocator("iframe:visible").locator("#pages .page[data-state=drawn]").first().waitFor();
	}
	const tabs = page.getByRole("navigation", { name: "Open documents" });
	const current = () => tabs.locator("[aria-current]").innerText();
	for (const [key, name] of [
		["PageUp", "turn-one.pdf"],
		["PageDown", "turn-two.pdf"],
	] as const) {
		await page.frameLocator("iframe:visible").locator("#pages .page").first().click();
		await page.keyboard.press(`Control+${key}`);
		await expect.poll(current, { message: key }).toBe(name);
	}
	await page.frameLocator("iframe:visible").locator("#pages .page").first().click();
	await page.keyboard.press("Control+PageDown");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("the window's menu zooms the open document", async () => {
	const { id } = await uploadReady("zoomed.pdf");
	const page = await openStudio(browser, `#/document/${id}`, { initScript: desktopRuntime });
	const zoom = page.frameLocator("iframe").locator("#zoom-choice");
	const shown = () => zoom.evaluate((choice: HTMLSelectElement) => choice.selectedOptions[0]?.text);
	await expect.poll(shown).toBe("Automatic");
	for (const [item, size] of [
		["zoom-in", "110%"],
		["zoom-in", "125%"],
		["zoom-out", "110%"],
		["reset-zoom", "Automatic"],
	] as const) {
		await emitDesktopEvent(page, "menu", item);
		await expect.poll(shown).toBe(size);
	}
});

test("the name of a document stands once, in its tab, and in the viewer of others", async () => {
	const { id } = await uploadReady("named-once.pdf");
	const page = await openStudio(browser, `#/document/${id}`);
	const frame = page.frameLocator("iframe:visible");
	await frame.locator("#pages .page[data-state=drawn]").first().waitFor();
	const isShown = (locator: Locator) =>
		locator.evaluate((element) => element.getBoundingClientRect().width > 1);
	await page.getByRole("link", { name: "named-once.pdf" }).waitFor();
	expect(await isShown(frame.getByRole("heading", { name: "named-once.pdf" }))).toBe(false);
	expect(await isShown(frame.locator(".logo"))).toBe(false);
	await page.setViewportSize({ width: 390, height: 800 });
	await expect.poll(() => isShown(page.getByRole("link", { name: "named-once.pdf" }))).toBe(true);
	expect(await isShown(frame.getByRole("heading", { name: "named-once.pdf" }))).toBe(false);

	const { viewerURL } = await makeSession(id, 60);
	const viewer = await browser.open(viewerURL);
	expect(await isShown(viewer.getByRole("heading", { name: "named-once.pdf" }))).toBe(true);
	expect(await isShown(viewer.locator(".logo"))).toBe(true);
});

test("no empty bar is above a document that cannot be shown", async () => {
	const { id } = await upload("no-bar.odt", new TextEncoder().encode("plain words"));
	await waitForDocument(id, () => false);
	const page = await openStudio(browser, `#/document/${id}`);
	const frame = page.frameLocator("iframe:visible");
	await frame.getByRole("heading", { level: 2 }).waitFor();
	expect(await frame.getByRole("banner").count()).toBe(0);
});

test("the menu of the window opens below its button, which is next to the tools of the document", async () => {
	const { id } = await uploadReady("with-menu.pdf");
	const page = await openStudio(browser, `#/document/${id}`, { initScript: desktopRuntime });
	await waitForFocusedPages(page, "with-menu.pdf");
	const menu = page.getByRole("button", { name: "Menu", exact: true });
	const share = page.getByRole("button", { name: "Share" });
	const [menuBox, shareBox] = [await menu.boundingBox(), await share.boundingBox()];
	expect(menuBox?.x).toBeGreaterThanOrEqual((shareBox?.x ?? 0) + (shareBox?.width ?? Infinity));
	await menu.click();
	expect(await lastDesktopEvent(page)).toEqual([
		"open-menu",
		(menuBox?.x ?? 0) + (menuBox?.width ?? 0),
		(menuBox?.y ?? 0) + (menuBox?.height ?? 0),
	]);
	expect(await axeViolations(page)).toEqual([]);
});

test("a browser has no button for the menu of the window", async () => {
	const page = await openStudio(browser);
	expect(await page.getByRole("button", { name: "Menu", exact: true }).count()).toBe(0);
});

test("the menu of a collection works after the window was opened at a document", async () => {
	const { id } = await uploadReady("opened-first.pdf");
	await call("POST", "/collection", { name: "Marsupials", color: "#3366cc" });
	const page = await openStudio(browser, `#/document/${id}`);
	await page.reload();
	await page.locator("iframe:visible").waitFor();
	await page.locator("li", { hasText: "Marsupials" }).waitFor({ state: "attached" });
	await page.getByRole("link", { name: "Library" }).first().click();
	const line = page.getByRole("listitem").filter({ hasText: "Marsupials" });
	await line.hover();
	await line.getByRole("button").click();
	await page.getByRole("menuitem", { name: "Edit…" }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
});

test.each([390, 1440])(
	"a document that no longer exists has a way back instead of another attempt, %i px wide",
	async (width) => {
		const page = await openStudio(browser, "#/document/d-gone", {
			viewport: { width, height: 800 },
			expected: /status of 404/,
		});
		const message = page.getByRole("status").filter({ hasText: "This document no longer exists" });
		await message.waitFor();
		expect(await message.innerText()).not.toContain("d-gone");
		expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
		await message.getByRole("button", { name: "Go to the library" }).click();
		await page.getByRole("heading", { name: "All documents", level: 1 }).waitFor({ state: "attached" });
		expect(await page.getByRole("link", { name: "Document", exact: true }).count()).toBe(0); // no tab remains
	},
);

test("a document that cannot be shown uses no key of the viewer", async () => {
	const { id } = await uploadReady("not-shown.pdf");
	const page = await openStudio(browser, "#/library", { expected: /status of 404/ });
	await page.route(/\/api\/v0\/session\?/, (route) =>
		route.fulfill({
			status: 404,
			contentType: "application/problem+json",
			body: JSON.stringify({ code: "document-not-found", message: "The document is gone." }),
		}),
	);
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/document/${id}`);
	await page.getByRole("heading", { name: "This document no longer exists" }).waitFor();
	// This listener is called after the listeners of the window's components.
	await page.evaluate(() => {
		window.addEventListener("keydown", ({ key, defaultPrevented }) => {
			document.body.dataset["key"] = `${key} ${defaultPrevented}`;
		});
	});
	for (const key of ["PageDown", "End", "+"]) {
		await page.keyboard.press(key);
		await expect.poll(() => page.locator("body").getAttribute("data-key")).toBe(`${key} false`);
	}
});
