import type { Page } from "playwright-core";
import type { Browser, OpenOptions } from "./browser";
import type { RunningServer } from "./server";
import { sharedServer } from "./shared-server";

/**
 * Opens the studio with the key of a server, by default of the server of this worker. `address` is the fragment of the
 * URL, with the hash.
 */
export async function openStudio(
	browser: Browser,
	address = "#/library",
	options: OpenOptions = {},
	{ url, key }: Pick<RunningServer, "url" | "key"> = sharedServer(),
): Promise<Page> {
	const page = await browser.open(`${url}/#key=${key}`, { origin: url, ...options });
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate((hash) => {
		location.hash = hash;
	}, address);
	await waitForPaint(page);
	return page;
}

/**
 * Waits until the first frame of the page is on the screen, because Chromium ignores keys that are pressed before that.
 * Animation frames may run earlier: Chromium shows the previous page until the new one has content.
 */
async function waitForPaint(page: Page): Promise<void> {
	await page.evaluate(
		() =>
			new Promise<void>((done) => {
				new PerformanceObserver(() => {
					done();
				}).observe({ type: "paint", buffered: true });
			}),
	);
}

/** Returns the card or the row of a document. */
export function documentCard(page: Page, name: string | RegExp) {
	return page.getByRole("gridcell").filter({ has: page.locator(".name", { hasText: name }) });
}

/** Opens a part of the settings. */
export async function goToSettings(page: Page, part: string): Promise<void> {
	await page.evaluate((hash) => {
		location.hash = hash;
	}, `#/settings/${part}`);
	await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
}
