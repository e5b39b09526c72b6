import { fontOfStyle, type PageFontSource } from "../../core/rendering/svg-policy";

/**
 * The fonts in use, by the pictures and text layers that use them. Some of these elements may have been removed from
 * the DOM since.
 */
const fontsInUse = new Map<Element, FontFace>();

/** Loads a page's font without adding it to the document. Throws if the browser cannot load fonts from scripts. */
export async function loadFont({ family, base64 }: PageFontSource): Promise<FontFace> {
	const file = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	return new FontFace(family, file).load();
}

/**
 * Returns the font of a picture in the DOM. A font that is embedded in the picture is loaded separately, because it
 * would disappear when the picture is removed. Returns undefined if the picture has no font, or if the browser cannot
 * load it.
 */
export async function fontOf(picture: Element): Promise<FontFace | undefined> {
	const known = fontsInUse.get(picture);
	const source = fontOfStyle(picture.querySelector(":scope > style")?.textContent ?? "");
	if (known !== undefined || source === undefined) {
		return known;
	}
	try {
		const font = await loadFont(source);
		useFont(font, picture);
		return font;
	} catch {
		return undefined;
	}
}

/**
 * Adds a font to the document for an element that has just been added to the DOM, so that the element is never shown in
 * another font. Fonts whose elements have all been removed are released, so that the number of fonts is limited by the
 * number of pages in the DOM.
 */
export function useFont(font: FontFace, element: Element): void {
	const removedEntries = [...fontsInUse].filter(([removedElement]) => !removedElement.isConnected);
	for (const [removedElement] of removedEntries) {
		fontsInUse.delete(removedElement);
	}
	fontsInUse.set(element, font);
	const used = new Set(fontsInUse.values());
	for (const [, usedFont] of removedEntries) {
		if (!used.has(usedFont)) {
			document.fonts.delete(usedFont);
		}
	}
	document.fonts.add(font);
}
