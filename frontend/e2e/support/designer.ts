import type { FrameLocator, Locator, Page } from "playwright-core";
import type { Browser } from "./browser";
import { call, putSettings } from "./api";
import type { Server } from "./server";
import { openStudio } from "./studio";

let count = 0;

/** Creates a profile or a theme, and opens it in the designer. */
export async function openDesigner(
	browser: Browser,
	server: Server,
	kind: "profile" | "theme",
	values: object = {},
	expected?: RegExp,
): Promise<{ page: Page; name: string }> {
	const name = `designed-${++count}`;
	await putSettings(kind, name, values, server);
	const options = { viewport: { width: 1440, height: 900 }, ...(expected && { expected }) };
	const page = await openStudio(browser, `#/designer/${kind}/${name}`, options, server);
	await previewFrame(page).locator("#pages .page[data-state=drawn]").first().waitFor();
	return { page, name };
}

/** Returns the frame with the visible preview. The frame of a preview that is still loading is ignored. */
export function previewFrame(page: Page): FrameLocator {
	return page.frameLocator("iframe:not(.coming)");
}

/** Returns the computed value of a CSS property of an element in the preview. */
export function previewStyle(page: Page, selector: string, property: string): Promise<string> {
	return previewFrame(page)
		.locator(selector)
		.first()
		.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** Returns the row with the control of a property. */
export function propertyRow(page: Page, property: string): Locator {
	return page.locator(`[data-property="${property}"]`);
}

/** Returns a stored profile or theme. */
export function storedSet(kind: "profile" | "theme", name: string, server: Server): Promise<object> {
	return call("GET", `/settings/viewer/${kind}/${name}`, undefined, server);
}
