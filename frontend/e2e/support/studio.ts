import type { Page } from "playwright-core";
import { inject } from "vitest";
import type { Browser, Opening } from "./browser";
import type { Server } from "./server";

/**
 * Opens the window's page in a browser, with the key that the tests have. `place` is an address after
 * the hash; the server is the one that the tests share, unless another is given.
 */
export async function openStudio(
	browser: Browser,
	place = "#/library",
	opening: Opening = {},
	{ url, key }: Pick<Server, "url" | "key"> = { url: inject("url"), key: inject("key") },
): Promise<Page> {
	const page = await browser.open(`${url}/#key=${key}`, { origin: url, ...opening });
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate((hash) => {
		location.hash = hash;
	}, place);
	await painted(page);
	return page;
}

/** Waits until the page is on the screen: Chromium drops keys that are pressed before its first frame, as no person can. */
async function painted(page: Page): Promise<void> {
	await page.evaluate(
		() =>
			new Promise((done) => {
				requestAnimationFrame(() => requestAnimationFrame(done));
			}),
	);
}

/** A document's card, or its row. */
export function cardOf(page: Page, name: string | RegExp) {
	return page.getByRole("gridcell").filter({ has: page.locator(".name", { hasText: name }) });
}

/** Goes to a part of the settings. */
export async function goToSettings(page: Page, part: string): Promise<void> {
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/settings/${part}`);
	await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
}
