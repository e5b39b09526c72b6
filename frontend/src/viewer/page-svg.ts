import { allowsAttribute, allowsElement, fontOfStyle, type PageFontSource } from "../core/svgpolicy";

/** A page's picture, and the font of the text in it, if it has any. */
export interface PageSVG {
	readonly picture: SVGSVGElement;
	readonly font: PageFontSource | undefined;
}

/**
 * Makes a page's picture out of the text of an SVG document. What the policy does
 * not name is dropped before anything is put into the page; so is the style, whose
 * font is given beside the picture. Throws an Error where the text is no SVG.
 */
export function parsePageSVG(text: string): PageSVG {
	const { drawing, style } = withoutStyle(text);
	const parsed = new DOMParser().parseFromString(drawing, "image/svg+xml");
	const root: Element = parsed.documentElement;
	if (root.localName !== "svg" || parsed.querySelector("parsererror") !== null) {
		throw new Error("the page is not a valid SVG document");
	}
	clean(root);
	return { picture: document.importNode(root, true) as SVGSVGElement, font: fontOfStyle(style) };
}

/** Parts a drawing from the style behind its first tag, which the browser would complain of while it parses. */
function withoutStyle(text: string): { drawing: string; style: string } {
	const [open, close] = ["<style>", "</style>"];
	const start = text.indexOf(">") + 1;
	const end = text.indexOf(close, start);
	if (!text.startsWith(open, start) || end < 0) {
		return { drawing: text, style: "" };
	}
	return {
		drawing: text.slice(0, start) + text.slice(end + close.length),
		style: text.slice(start + open.length, end),
	};
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
