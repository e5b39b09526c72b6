import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { waitForFocusedPages } from "../support/keyboard";
import { type FilledServer, readyName, startFilledServer } from "../support/screen-data";
import { documentCard, openStudio } from "../support/studio";
import { touchScreen } from "../support/touch-targets";

// On a phone, a bar at the bottom contains the navigation, and panes are shown one after another.

const browser = new Browser();
let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

function open(address = "#/library", options: object = {}): Promise<Page> {
	return openStudio(browser, address, { viewport: { width: 390, height: 844 }, ...options }, server);
}

interface RecordingWindow {
	CloseWatcher: new () => object;
	/** The instances of `CloseWatcher` that the page has created. */
	closeWatchers: { requestClose(): void }[];
}

function recordCloseWatchers(): void {
	const recording = window as unknown as RecordingWindow;
	recording.closeWatchers = [];
	recording.CloseWatcher = new Proxy(recording.CloseWatcher, {
		construct(target) {
			const watcher = new target();
			recording.closeWatchers.push(watcher as RecordingWindow["closeWatchers"][number]);
			return watcher;
		},
	});
}

const bar = (page: Page) => page.getByRole("navigation", { name: "Lectern" });
const hash = (page: Page) => page.evaluate(() => location.hash);

/** Returns the main heading of the page, or the button that replaces it. */
const title = (page: Page, name: string) =>
	page
		.getByRole("heading", { level: 1, name })
		.or(page.getByRole("button", { name: `${name}: choose another list` }));

test("the bar at the bottom and its sheet lead to every place", async () => {
	const page = await open();
	for (const [name, address] of [
		["Watched folders", "#/folders"],
		["Templates", "#/templates"],
		["Activity", "#/activity"],
		["Library", "#/library"],
	] as const) {
		const link = bar(page).getByRole("link", { name });
		await link.click();
		await expect.poll(() => hash(page)).toBe(address);
		await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
	}
	for (const [name, address] of [
		["Profiles and themes", "#/designer/profile"],
		["Developers", "#/developers"],
		["Settings", "#/settings"],
	] as const) {
		await bar(page).getByRole("button", { name: "More" }).click();
		const sheet = page.getByRole("dialog", { name: "More" });
		await sheet.getByRole("link", { name }).click();
		await sheet.waitFor({ state: "detached" });
		await expect.poll(() => hash(page)).toBe(address);
		await title(page, name).first().waitFor();
	}
});

test("the title of the library leads to its sections, collections and tags", async () => {
	const page = await open();
	let current = "All documents";
	for (const name of ["Favorites", "Trash", "Board", "draft", "All documents"]) {
		await title(page, current).last().click();
		const sheet = page.getByRole("dialog", { name: "Library" });
		await sheet.getByRole("link", { name: new RegExp(`^${name}`) }).click();
		await sheet.waitFor({ state: "detached" });
		await page.getByRole("button", { name: `${name}: choose another list` }).waitFor();
		current = name;
	}
	await title(page, current).last().click();
	const sheet = page.getByRole("dialog", { name: "Library" });
	await sheet.getByRole("link", { name: "All documents" }).click(); // the list that is already shown
	await sheet.waitFor({ state: "detached" });
});

test("an editor of a theme shows its properties and its preview one after the other", async () => {
	const page = await open("#/designer/theme");
	await page.getByRole("button", { name: /^corporate-identity/ }).click();
	const properties = page.getByRole("region", { name: "Properties" });
	const preview = page.getByRole("region", { name: "Preview" });
	await properties.waitFor();
	expect(await preview.isVisible()).toBe(false);
	await page.getByRole("radio", { name: "Preview" }).click();
	await preview.waitFor();
	expect(await properties.isVisible()).toBe(false);
	await page.getByRole("radio", { name: "Properties" }).click();
	await properties.waitFor();
	await page.getByRole("button", { name: "All themes" }).click();
	await page.getByRole("heading", { name: "Profiles and themes" }).waitFor();
});

test("a template shows its data and its preview one after the other", async () => {
	const page = await open("#/templates");
	await page.getByRole("link", { name: /^Letter to the customers/ }).click();
	const data = page.getByRole("region", { name: "Data and placeholders" });
	const preview = page.getByRole("region", { name: "Preview" });
	await data.waitFor();
	expect(await preview.isVisible()).toBe(false);
	await page.getByRole("radio", { name: "Preview" }).click();
	await preview.getByAltText("Page 1").waitFor();
	expect(await data.isVisible()).toBe(false);
	await page.getByRole("link", { name: "All templates" }).click();
	await page.getByRole("heading", { name: "Templates" }).waitFor();
});

test("settings are a list, and each part has the way back to it", async () => {
	const page = await open("#/settings");
	const list = page.getByRole("navigation", { name: "Settings" });
	const part = page.getByRole("region", { name: "Settings" });
	await list.waitFor();
	expect(await part.isVisible()).toBe(false);
	await list.getByRole("link", { name: "Limits" }).click();
	await part.getByRole("heading", { name: "Limits", exact: true }).waitFor();
	expect(await list.isVisible()).toBe(false);
	await page.getByRole("link", { name: "Settings: Limits" }).click();
	await list.waitFor();
});

test("a tap opens a document, and its bar leads back to the library", async () => {
	const page = await open("#/library", { hasTouch: true });
	await documentCard(page, /Annual report/).tap();
	await expect.poll(() => hash(page)).toBe(`#/document/${server.data.documents.ready}`);
	await bar(page).waitFor({ state: "hidden" });
	await page
		.getByRole("navigation", { name: "Open documents" })
		.getByRole("link", { name: "Library" })
		.click();
	await documentCard(page, /Annual report/).waitFor();
	await bar(page).waitFor();
});

test("tabs stay wide enough for their names, and only the current one has a button that closes it", async () => {
	const { ready } = server.data.documents;
	const page = await open(`#/document/${ready}`, { ...touchScreen, expected: /status of 404/ });
	const tabs = page.getByRole("navigation", { name: "Open documents" }).getByRole("list");
	const isInView = (id: string) =>
		tabs.locator(`a[href$="${id}"]`).evaluate((link) => {
			const [tab, row] = [link.closest("li"), link.closest("ul")].map((one) => one?.getBoundingClientRect());
			return (
				tab !== undefined &&
				row !== undefined &&
				tab.left >= row.left - 1 &&
				tab.right <= row.right + 1 &&
				tab.width >= 140
			);
		});
	await expect.poll(() => isInView(ready)).toBe(true);
	for (const id of ["d-gone-one", "d-gone-two", "d-gone-three", ready]) {
		await page.evaluate((hash) => {
			location.hash = hash;
		}, `#/document/${id}`);
		await expect.poll(() => isInView(id), { message: id }).toBe(true);
		expect(await tabs.getByRole("button").count()).toBe(1);
	}
});

test("a dialog is a sheet at the bottom of the window, whose button can be reached", async () => {
	const page = await open("#/folders");
	await page.getByRole("button", { name: "Watch a folder" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.waitFor();
	expect(await dialog.boundingBox()).toMatchObject({ x: 0, width: 390 });
	const button = dialog.getByRole("button").last();
	expect(await button.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(844);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
});

test.each<readonly [string, string, (page: Page) => Promise<void>]>([
	[
		"dialog",
		".ui-dialog",
		async (page) => {
			await documentCard(page, /Annual report/).click({ button: "right" });
			await page.getByRole("menuitem", { name: "Rename" }).click();
		},
	],
	["sheet of further pages", ".ui-dialog", (page) => bar(page).getByRole("button", { name: "More" }).click()],
	["menu of a button", ".ui-menu", (page) => page.getByRole("button", { name: "Sort" }).click()],
	[
		"menu of a document",
		".ui-menu",
		(page) => documentCard(page, /Annual report/).click({ button: "right" }),
	],
])("going back closes a %s", async (_name, selector, openLayer) => {
	const page = await open(`#/document/${server.data.documents.ready}`, { initScript: recordCloseWatchers });
	await waitForFocusedPages(page, readyName);
	const layer = page.locator(selector);

	await page.getByRole("link", { name: "Library" }).first().click();
	await openLayer(page);
	await layer.waitFor();
	await page.goBack();
	await layer.waitFor({ state: "detached" });
	expect(await hash(page)).toBe(`#/document/${server.data.documents.ready}`);

	await page.getByRole("link", { name: "Library" }).first().click();
	await openLayer(page);
	await layer.waitFor();
	await page.evaluate(() => {
		(window as unknown as RecordingWindow).closeWatchers.at(-1)?.requestClose(); // the back gesture of Android
	});
	await layer.waitFor({ state: "detached" });
	expect(await hash(page)).toBe("#/library");
});

test("going back from a document closes its sheet, and the sheet stays closed", async () => {
	const page = await open("#/library");
	await documentCard(page, /Annual report/).dblclick();
	await page.getByRole("button", { name: "Share" }).click();
	const sheet = page.getByRole("dialog");
	await sheet.waitFor();
	await page.goBack();
	await sheet.waitFor({ state: "detached" });
	await page.goForward();
	await page.getByRole("button", { name: "Share" }).waitFor();
	expect(await sheet.count()).toBe(0);
});

test("the menu of a template is in the row of its name, and the versions are next to the button that creates", async () => {
	const page = await open(`#/templates/${server.data.template}`);
	const middle = async (element: Locator) => {
		const box = await element.boundingBox();
		return (box?.y ?? 0) + (box?.height ?? 0) / 2;
	};
	const distance = async (one: Locator, other: Locator) => (await middle(one)) - (await middle(other));
	const button = (name: RegExp) => page.locator("main").getByRole("button", { name });
	const heading = page.getByRole("heading", { level: 1 });
	// The positions change while the parts of the page are loading.
	await expect.poll(() => distance(button(/^Actions for Letter/), heading)).toBeCloseTo(0, 0);
	await expect.poll(() => distance(button(/^Version 2/), button(/^Create/))).toBeCloseTo(0, 0);
});
