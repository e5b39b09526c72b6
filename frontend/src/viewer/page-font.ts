import type { PageFontSource } from "../core/svgpolicy";

/** The fonts of pictures that were put into the page, some of which have left it since. */
const shown = new Map<Element, FontFace>();

/** Loads a page's font, but does not use it yet. Throws where the browser takes no such fonts. */
export async function loadFont({ family, base64 }: PageFontSource): Promise<FontFace> {
	const file = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
	return new FontFace(family, file).load();
}

/**
 * Uses a font for a picture that has just been put into the page, so that no frame shows
 * another font. Those whose pictures have gone are given up, so that there are never many more
 * fonts than pages in the DOM.
 */
export function useFont(font: FontFace, picture: Element): void {
	for (const [old, its] of shown) {
		if (!old.isConnected) {
			document.fonts.delete(its);
			shown.delete(old);
		}
	}
	document.fonts.add(font);
	shown.set(picture, font);
}
