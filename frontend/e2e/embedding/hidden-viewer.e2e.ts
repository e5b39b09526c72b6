import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { Embedding, viewerFrame, waitForPage } from "../support/embedding";
import { embedScript, hostPage } from "../support/host-site";

const host = new Embedding();

/** Waits until the host page and the viewer in it have painted their changes. A hidden viewer paints nothing. */
function waitForPaint(page: Page): Promise<void> {
	return page.evaluate(
		() =>
			new Promise((resolve) => {
				requestAnimationFrame(() => requestAnimationFrame(() => window.setTimeout(resolve)));
			}),
	);
}

/**
 * Scrolls the pages, and waits for the next frame, in which the viewer handles the scroll event. Without this wait, a
 * change of size might be handled in the same frame, and the viewer would regard the scroll as an adjustment by the
 * browser.
 */
function scrollBy(stage: Locator, pixels: number): Promise<void> {
	return stage.evaluate(
		(element, distance) =>
			new Promise((resolve) => {
				element.scrollBy(0, distance);
				requestAnimationFrame(() => {
					resolve();
				});
			}),
		pixels,
	);
}

// Host pages hide or resize a viewer, for example if it is in a tab, in a collapsible panel, or next to a draggable
// splitter.
test.each([
	["hidden", "display: none"],
	["folded", "height: 0; min-height: 0; overflow: hidden"],
	["squeezed", "width: 12px; height: 12px; min-height: 0"],
	["narrowed", "width: 200px"],
])("a viewer that is %s for a while shows what it did", async (_, style) => {
	const page = await host.open(hostPage(embedScript(), `<div>${host.embeddedViewer}</div>`));
	const viewer = viewerFrame(page, "#viewer");
	await waitForPage(viewer);
	const stage = viewer.locator("#stage");
	const field = viewer.locator("#page-field");
	const top = () => stage.evaluate(({ scrollTop }) => scrollTop);
	const frame = page.locator("#viewer iframe");
	const size = () => frame.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
	const full = await size();
	for (const [number, below] of [
		["7", 123],
		["1", 0],
	] as const) {
		await field.fill(number);
		await field.press("Enter");
		await waitForPage(viewer, number);
		await scrollBy(stage, below);
		const before = await top();
		for (const turn of [1, 2, 3]) {
			await page.locator("#viewer").evaluate((element, css) => {
				element.setAttribute("style", css);
			}, style);
			await expect.poll(size).not.toEqual(full);
			await waitForPaint(page);
			await page.locator("#viewer").evaluate((element) => {
				element.removeAttribute("style");
			});
			await expect.poll(size).toEqual(full);
			await expect.poll(top, { message: `page ${number}, turn ${turn}` }).toBe(before);
			await waitForPaint(page);
			expect(await top()).toBe(before);
			expect(await field.inputValue()).toBe(number);
		}
	}
});
