import { allowsAttribute, allowsElement } from "../core/svgpolicy";

/**
 * Makes a page's picture out of the text of an SVG document. What the policy does
 * not name is dropped before anything is put into the page. Throws an Error where
 * the text is no SVG.
 */
export function parsePageSVG(text: string): SVGSVGElement {
	const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
	const root: Element = parsed.documentElement;
	if (root.localName !== "svg" || parsed.querySelector("parsererror") !== null) {
		throw new Error("the page is not a valid SVG document");
	}
	clean(root);
	return document.importNode(root, true) as SVGSVGElement;
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
