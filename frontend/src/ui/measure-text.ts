/** The name of the CSS variable that contains a text size. */
export type TextSize = "--text" | "--text-small";

let context: CanvasRenderingContext2D | null | undefined;
/**
 * The family of the page's font, and the text sizes in pixels that were used so far; undefined until the next
 * measurement reads the family.
 */
let font: { readonly family: string; readonly sizes: Map<TextSize, number> } | undefined;

/** Returns the width of a text on one line in the font of the page, in CSS pixels. */
export function measureText(text: string, weight: number, size: TextSize = "--text"): number {
	context ??= document.createElement("canvas").getContext("2d");
	if (context === null) {
		return 0;
	}
	font ??= { family: getComputedStyle(document.body).fontFamily, sizes: new Map() };
	const { family, sizes } = font;
	const pixels = sizes.get(size) ?? pixelsOf(size);
	sizes.set(size, pixels);
	context.font = `${weight} ${pixels}px ${family}`;
	return context.measureText(text).width;
}

/** Returns a text size in pixels. The CSS variable contains it in rem. */
function pixelsOf(size: TextSize): number {
	const style = getComputedStyle(document.documentElement);
	return parseFloat(style.getPropertyValue(size)) * parseFloat(style.fontSize);
}

/** Discards the cached font, because a font was loaded or the text size may have changed. */
function forgetFont(): void {
	font = undefined;
}

document.fonts.addEventListener("loadingdone", forgetFont);
window.addEventListener("resize", forgetFont);
