import type { PageDrawing } from "../../api/session";
import {
	allowsAttribute,
	allowsElement,
	fontOfStyle,
	type PageFontSource,
} from "../../core/rendering/svg-policy";

/** A page's picture, and the font of the text in it, if it has any. */
export interface PageSVG {
	readonly picture: SVGSVGElement;
	readonly font: PageFontSource | undefined;
}

/**
 * Makes a page's picture out of an SVG document. What the policy does not name is dropped before
 * anything is put into the page; so is the style, whose font is returned beside the picture.
 * Throws an Error if the text is not SVG.
 */
export function parsePageSVG({ text, style }: PageDrawing): PageSVG {
	// The browser would complain of the style while it parses.
	const [start, end] = style ?? [0, 0];
	const parsed = new DOMParser().parseFromString(text.slice(0, start) + text.slice(end), "image/svg+xml");
	const root: Element = parsed.documentElement;
	if (root.localName !== "svg" || parsed.querySelector("parsererror") !== null) {
		throw new Error("the page is not a valid SVG document");
	}
	// The browser may have kept a drawing of a server that did not say where its style is.
	const css =
		style === undefined
			? root.querySelector(":scope > style")?.textContent
			: text.slice(start + "<style>".length, end - "</style>".length);
	clean(root);
	return { picture: document.importNode(root, true) as SVGSVGElement, font: fontOfStyle(css ?? "") };
}

function clean(element: Element): void {
	const { attributes, localName } = element;
	// Backwards, because the list is live; without a copy, because a page has thousands of elements.
	for (let index = attributes.length - 1; index >= 0; index--) {
		const attribute = attributes.item(index);
		if (attribute !== null && !allowsAttribute(localName, attribute.name, attribute.value)) {
			element.removeAttributeNode(attribute);
		}
	}
	for (const child of [...element.children]) {
		if (allowsElement(child.localName)) {
			clean(child);
		} else {
			child.remove();
		}
	}
}
