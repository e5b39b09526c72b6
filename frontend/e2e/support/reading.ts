import type { Page } from "playwright-core";
import { pageText } from "./browser";

/** The time in milliseconds after which page 1 counts as seen, with a margin. */
const readingTime = 2_000;

/** Opens a viewer in an empty page, and waits until its page 1 is there. The page's clock can be advanced. */
export async function openForReading(page: Page, viewerURL: string): Promise<void> {
	await page.clock.install();
	await page.goto(viewerURL);
	await pageText(page, 1);
}

/** Advances the clock of a page of `openForReading` so that page 1 counts as seen, and closes the page. */
export async function readAndClose(page: Page): Promise<void> {
	await page.clock.fastForward(readingTime);
	await page.close({ runBeforeUnload: true });
}
