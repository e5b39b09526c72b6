import { fontOfStyle, type PageFontSource } from "../../core/rendering/svg-policy";

/** The pictures and layers that were put into the page, some of which have left it since, and their fonts. */
const shown = new Map<Element, FontFace>();

/** Loads a page's font, but does not use it yet. Throws where the browser takes no such fonts. */
export async function loadFont({ family, base64 }: PageFontSource): Promise<FontFace> {
	const file = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	return new FontFace(family, file).load();
}

/**
 * The font that a picture in the page is drawn in. One that came within the picture, and would go with it, is loaded once
 * more. Undefined where it has none, or the browser takes none.
 */
export async function fontOf(picture: Element): Promise<FontFace | undefined> {
	const known = shown.get(picture);
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
 * Uses a font for an element that has just been put into the page, so that no frame shows
 * another font. Those whose elements have all gone are given up, so that there are never many more
 * fonts than pages in the DOM.
 */
export function useFont(font: FontFace, element: Element): void {
	const left = [...shown].filter(([old]) => !old.isConnected);
	for (const [old] of left) {
		shown.delete(old);
	}
	shown.set(element, font);
	const used = new Set(shown.values());
	for (const [, its] of left) {
		if (!used.has(its)) {
			document.fonts.delete(its);
		}
	}
	document.fonts.add(font);
}
