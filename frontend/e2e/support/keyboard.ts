import type { FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Returns the frame with the viewer of the visible document. */
export const viewerOf = (page: Page): FrameLocator => page.frameLocator("iframe:visible");

/** Runs in the page. Reports whether an element has the focus, and its frame has it, too. */
export const hasFocus = (element: Element): boolean =>
	document.hasFocus() && document.activeElement === element;

/** Waits until the viewer of the document `name` is ready and its pages have the focus. */
export async function waitForFocusedPages(page: Page, name: string): Promise<void> {
	await expect.poll(() => page.title()).toBe(`${name} — Lectern`);
	await viewerOf(page).locator("#pages .page[data-state=drawn]").first().waitFor();
	await expect
		.poll(() => viewerOf(page).locator("#stage").evaluate(hasFocus), { message: `${name} has the focus` })
		.toBe(true);
}

/** The maximum number of times that Tab is pressed to reach an element. No screen has so many focusable elements. */
const maxStops = 250;

/** Presses Tab, or Shift+Tab, until an element has the focus. Fails if the element cannot be reached. */
export async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
	await target.waitFor();
	for (let stop = 0; stop < maxStops; stop++) {
		if (await target.evaluate(hasFocus)) {
			return;
		}
		await page.keyboard.press(key);
	}
	throw new Error(`${key} does not reach ${target.toString()}`);
}

/** Moves the focus to a button or a link with Tab, and presses Enter. */
export async function activate(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

/** Opens a menu by moving to its button with Tab, and chooses an item with the arrow keys. */
export async function chooseFromMenu(page: Page, button: Locator, name: string | RegExp): Promise<void> {
	await activate(page, button);
	const item = page.getByRole("menuitem", { name });
	await item.waitFor();
	for (let stop = 0; !(await item.evaluate(hasFocus)); stop++) {
		if (stop === maxStops) {
			throw new Error(`the arrow keys do not reach ${item.toString()}`);
		}
		await page.keyboard.press("ArrowDown");
	}
	await page.keyboard.press("Enter");
}
