import type { PageDrawing } from "../../api/session";
import {
	allowsAttribute,
	allowsElement,
	fontOfStyle,
	type PageFontSource,
} from "../../core/rendering/svg-policy";

/** The picture of a page, and the font of its text, if any. */
export interface PageSVG {
	readonly picture: SVGSVGElement;
	readonly font: PageFontSource | undefined;
}

/**
 * Parses the SVG document of a page's picture. Everything that the policy does not allow is removed before the picture
 * is added to the DOM. The style is removed as well, and the font that it contains is returned separately. Throws an
 * Error if the text is not SVG.
 */
export function parsePageSVG({ text, style }: PageDrawing): PageSVG {
	// The style is cut out before parsing, because parsing it would be reported as a violation of the
	// Content-Security-Policy.
	const [start, end] = style ?? [0, 0];
	const parsed = new DOMParser().parseFromString(text.slice(0, start) + text.slice(end), "image/svg+xml");
	const root: Element = parsed.documentElement;
	if (root.localName !== "svg" || parsed.querySelector("parsererror") !== null) {
		throw new Error("the page is not a valid SVG document");
	}
	// The browser may have cached a drawing of an older server, which did not send the position of the style.
	const css =
		style === undefined
			? root.querySelector(":scope > style")?.textContent
			: text.slice(start + "<style>".length, end - "</style>".length);
	sanitize(root);
	return { picture: document.importNode(root, true) as SVGSVGElement, font: fontOfStyle(css ?? "") };
}

function sanitize(element: Element): void {
	const { attributes, localName } = element;
	// The loop runs backwards, because the list is live: removing an attribute moves the attributes after it. A copy of
	// the list would be slow for thousands of elements.
	for (let index = attributes.length - 1; index >= 0; index--) {
		const attribute = attributes.item(index);
		if (attribute !== null && !allowsAttribute(localName, attribute.name, attribute.value)) {
			element.removeAttributeNode(attribute);
		}
	}
	for (const child of [...element.children]) {
		if (allowsElement(child.localName)) {
			sanitize(child);
		} else {
			child.remove();
		}
	}
}
