import type { Page } from "playwright-core";
import { inject } from "vitest";
import type { Browser, Opening } from "./browser";

/** Opens the window's page in a browser, with the key that the tests have. `place` is an address after the hash. */
export async function openStudio(
	browser: Browser,
	place = "#/library",
	opening: Opening = {},
): Promise<Page> {
	const page = await browser.open(`${inject("url")}/#key=${inject("key")}`, opening);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate((hash) => {
		location.hash = hash;
	}, place);
	return page;
}

/** A document's card, or its row. */
export function cardOf(page: Page, name: string | RegExp) {
	return page.getByRole("gridcell").filter({ has: page.getByTitle(name) });
}
