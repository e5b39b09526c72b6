import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { sharedServer } from "../support/shared-server";
import { smallTargets, touchScreen } from "../support/touch-targets";

// Every control of the pages for developers is large enough for a finger, on a tablet and on a telephone.

const browser = new Browser();
const screens = [
	{ width: 1024, height: 768 },
	{ width: 390, height: 844 },
];

test.for(["docs/guide", "docs/errors", "docs/operating", "docs/changes", "demo"])(
	"controls are large enough for fingers: %s",
	async (address) => {
		const page = await browser.open(`${sharedServer().url}/${address}`, touchScreen);
		await page.getByRole("heading", { level: 1 }).waitFor();
		for (const size of screens) {
			await page.setViewportSize(size);
			expect.soft(await smallTargets(page), `${size.width} px wide`).toEqual([]);
		}
	},
);

/**
 * Returns the controls of the API reference that are smaller than a size in pixels. It compares boxes, because testing
 * the points of all controls of so long a page would take minutes.
 */
function controlsBelow(page: Page, size: number): Promise<string[]> {
	return page.evaluate((size) => {
		const controls = [...document.querySelectorAll("#reference :is(button, input, [role=option], aside a)")];
		const isShown = (control: Element) => control.checkVisibility({ visibilityProperty: true });
		return controls.filter(isShown).flatMap((control) => {
			const { width, height } = (control.closest("label") ?? control).getBoundingClientRect();
			return Math.min(width, height) < size - 0.5
				? [`${width} × ${height}: ${control.className} ${control.textContent}`]
				: [];
		});
	}, size);
}

test.for([
	["a finger", 44, touchScreen],
	["a mouse", 24, {}],
] as const)("controls of the API reference are large enough for %s", async ([, size, options]) => {
	const page = await browser.open(`${sharedServer().url}/docs`, options);
	await page.locator(".show-more").last().waitFor({ state: "attached" }); // the last part of the page to be rendered
	for (const screen of screens) {
		await page.setViewportSize(screen);
		expect.soft(await controlsBelow(page, size), `${screen.width} px wide`).toEqual([]);
	}
	await page.getByRole("button", { name: "Open Menu" }).click();
	await page.getByRole("link", { name: "Powered by Scalar" }).waitFor();
	expect.soft(await controlsBelow(page, size), "list of operations").toEqual([]);
	await page.getByRole("button", { name: "Close Menu" }).click();
	await page.getByRole("button", { name: "Test Request" }).first().click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Send get request/ })
		.waitFor();
	expect(await controlsBelow(page, size), "dialog that sends a request").toEqual([]);
});
