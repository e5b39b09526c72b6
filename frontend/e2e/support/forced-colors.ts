import type { Locator, Page } from "playwright-core";

/** Returns the computed value of a CSS system color, such as Highlight. */
export function systemColor(page: Page, keyword: string): Promise<string> {
	return page.evaluate((color) => {
		const element = document.body.appendChild(document.createElement("i"));
		element.style.color = color;
		const computed = getComputedStyle(element).color;
		element.remove();
		return computed;
	}, keyword);
}

/** Returns the outline of the first matching element, and the border on its upper edge. */
export function edges(element: Locator) {
	return element.first().evaluate((node) => {
		const { outline, outlineStyle, outlineColor, borderTopStyle, borderTopWidth } = getComputedStyle(node);
		return { outline, outlineStyle, outlineColor, borderTopStyle, borderTopWidth };
	});
}
