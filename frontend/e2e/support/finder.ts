import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Types into the search's field and waits until it tells that. */
export async function search(page: Page, text: string, count: string): Promise<void> {
	await page.locator("#pages.laid-out").waitFor();
	if (!(await page.locator("#finder").isVisible())) {
		await page.keyboard.press("Control+f");
	}
	await page.getByRole("searchbox").fill(text);
	await counted(page, count);
}

export function counted(page: Page, count: string): Promise<void> {
	return expect.poll(() => page.locator(".finder-count").innerText()).toBe(count);
}

/** The page of the current hit, once that is marked. */
export function currentPage(page: Page): Promise<string | null> {
	return page.locator("#pages .page:has(.hit[aria-current])").getAttribute("data-page");
}
