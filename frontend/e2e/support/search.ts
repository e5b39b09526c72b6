import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Types into the search field, and waits for a count such as '1 of 4'. */
export async function search(page: Page, text: string, count: string): Promise<void> {
	await page.locator("#pages.laid-out").waitFor();
	if (!(await page.locator("#finder").isVisible())) {
		await page.keyboard.press("Control+f");
	}
	await page.getByRole("searchbox").fill(text);
	await waitForCount(page, count);
}

/** Waits until the search shows a count such as '1 of 4'. */
export function waitForCount(page: Page, count: string): Promise<void> {
	return expect.poll(() => page.locator(".finder-count").innerText()).toBe(count);
}

/** Waits for the current hit, and returns the number of its page. */
export function currentPage(page: Page): Promise<string | null> {
	return page.locator("#pages .page:has(.hit[aria-current])").getAttribute("data-page");
}
