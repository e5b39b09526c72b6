import type { FrameLocator, Locator, Page } from "playwright-core";
import type { Browser } from "./browser";
import { call, putSettings } from "./library";
import type { Server } from "./server";
import { openStudio } from "./studio";

let count = 0;

/** Opens the designer on a new set of its own. */
export async function openDesigner(
	browser: Browser,
	server: Server,
	kind: "profile" | "theme",
	values: object = {},
	expected?: RegExp,
): Promise<{ page: Page; name: string }> {
	const name = `designed-${++count}`;
	await putSettings(kind, name, values, server);
	const opening = { viewport: { width: 1440, height: 900 }, ...(expected && { expected }) };
	const page = await openStudio(browser, `#/designer/${kind}/${name}`, opening, server);
	await seen(page).locator("#pages .page[data-state=drawn]").first().waitFor();
	return { page, name };
}

/** The viewer in the frame that is seen. */
export function seen(page: Page): FrameLocator {
	return page.frameLocator("iframe:not(.coming)");
}

/** Returns the computed value of a CSS property of an element in the preview. */
export function style(page: Page, selector: string, property: string): Promise<string> {
	return seen(page)
		.locator(selector)
		.first()
		.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** The line of a property's control. */
export function row(page: Page, property: string): Locator {
	return page.locator(`[data-property="${property}"]`);
}

/** Returns a profile or a theme as it is stored. */
export function storedSet(kind: "profile" | "theme", name: string, server: Server): Promise<object> {
	return call("GET", `/settings/viewer/${kind}/${name}`, undefined, server);
}
