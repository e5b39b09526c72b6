import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, chooseMenuItem, pageText } from "../support/browser";
import { makeBook } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

// In windows of 390 to 768 pixels, and with text at 200 %, no text of the viewer is cut off or outside of the window.

const browser = new Browser();

let url = "";

beforeAll(async () => {
	const session = await uploadAndOpenPDF("narrow windows.pdf", makeBook(120));
	url = `${session}&profileOverrides=${encodeURIComponent('{"thumbnailsShown":true}')}`;
});

/**
 * Returns the visible texts of the viewer that an ancestor or the window cuts off horizontally. Texts that end with an
 * ellipsis, such as long names, are ignored.
 */
function cutTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const cut: string[] = [];
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const parent = node.parentElement;
			if (
				parent === null ||
				!node.textContent?.trim() ||
				!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
				parent.closest(".page, .visually-hidden, script, style, select, noscript, .finder-line") !== null
			) {
				continue;
			}
			const range = document.createRange();
			range.selectNodeContents(node);
			for (const box of range.getClientRects()) {
				for (let element: Element | null = parent; element !== null; element = element.parentElement) {
					const style = getComputedStyle(element);
					const area = element.getBoundingClientRect();
					const isHidden = area.width <= 1 || box.top >= area.bottom || box.bottom <= area.top;
					if (style.overflowX !== "visible" && isHidden) {
						break; // the whole text is hidden or scrolled out of view, and not cut off
					}
					const clips = style.overflowX !== "visible" || element === document.body;
					if (style.textOverflow === "ellipsis" && clips) {
						break;
					}
					if (clips && (box.left < area.left - 1 || box.right > area.right + 1)) {
						cut.push(`${node.textContent.trim()} in ${element.tagName}.${element.className}`);
						break;
					}
				}
			}
		}
		return cut;
	});
}

/** The states of the viewer, each with a function that opens it. */
const states: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
	["pages", () => Promise.resolve()],
	["the menu", (page) => page.locator("#more").click()],
	[
		"the side panel",
		async (page) => {
			if (!(await page.locator("#outline").isVisible())) {
				await page.locator("#thumbnails-toggle").click();
			}
			await page.locator("#outline").click();
			await page.locator("#outline-pane a").first().waitFor();
		},
	],
	[
		"the search with its results",
		async (page) => {
			await page.locator("#search").click();
			await page.getByRole("searchbox").fill("page");
			await page.locator(".hit[aria-current]").waitFor();
			await page.locator(".finder-steps button").last().click();
			await page.locator(".finder-results li").first().waitFor();
		},
	],
	["printing", (page) => chooseMenuItem(page, "Print")],
	["properties", (page) => chooseMenuItem(page, "Properties")],
	["shortcuts", (page) => chooseMenuItem(page, "Keyboard shortcuts")],
	[
		"a wrong page number",
		async (page) => {
			await page.locator("#page-field").fill("999");
			await page.keyboard.press("Enter");
			await page.locator("#page-hint").waitFor();
		},
	],
	[
		"notices, and missing fonts",
		(page) =>
			page.locator("body").evaluate(() => {
				const sentence =
					"This document asks for fonts that are not installed here. Others are shown instead.";
				for (const id of ["notice", "fonts-list", "notification", "fonts"]) {
					document.getElementById(id)?.removeAttribute("hidden");
				}
				document.querySelector("#notice")?.append(sentence);
				document.querySelector("#fonts-list")?.append(sentence);
				document.querySelector("#notification ul")?.append(sentence);
			}),
	],
	[
		"the reading view",
		async (page) => {
			await chooseMenuItem(page, "Reading view");
			await page.locator("#pages .reflow").first().waitFor();
		},
	],
];

describe.each([
	[390, "100%"],
	[390, "200%"],
	[768, "200%"],
] as const)("at %i pixels, with text at %s,", (width, size) => {
	test.each(states)("nothing is cut off: %s", async (_, show) => {
		const page = await browser.open(url, { viewport: { width, height: 800 } });
		await page.evaluate((size) => {
			document.documentElement.style.fontSize = size;
		}, size);
		await pageText(page, 1);
		await show(page);
		await expect.poll(() => cutTexts(page)).toEqual([]);
		const scrolledSideways = page
			.locator("html, .dialog, .menu, .fonts-list, #finder, #outline-pane, #results-pane")
			.evaluateAll((all: readonly Element[]) =>
				all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 60)),
			);
		expect(await scrolledSideways).toEqual([]);
		const spaceAfterButtons = page.locator(".bar-pages").evaluate((bar) => {
			const edges = [...bar.querySelectorAll("button")].map((button) => button.getBoundingClientRect().right);
			return bar.getBoundingClientRect().right - Math.max(...edges);
		});
		expect(await spaceAfterButtons).toBeGreaterThanOrEqual(0);
	});
});
