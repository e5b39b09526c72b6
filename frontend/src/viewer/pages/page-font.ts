import { fontOfStyle, type PageFontSource } from "../../core/rendering/svg-policy";

/**
 * The fonts in use, by the pictures and layers that were added to the DOM. Some of these may have been removed since.
 */
const fontsInUse = new Map<Element, FontFace>();

/** Loads a page's font without using it yet. Throws if the browser does not support such fonts. */
export async function loadFont({ family, base64 }: PageFontSource): Promise<FontFace> {
	const file = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	return new FontFace(family, file).load();
}

/**
 * Returns the font of a picture in the DOM. A font embedded in the picture, which would be removed with it, is loaded
 * again. Returns undefined if the picture has no font, or the browser does not support it.
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
 * Uses a font for an element that has just been added to the DOM, so that no frame shows another font. Fonts whose
 * elements have all been removed are released, so that their number is bounded by the pages in the DOM.
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
