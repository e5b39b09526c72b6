let context: CanvasRenderingContext2D | null | undefined;
/** The size in pixels and the family of the page's font; undefined until the next measurement reads them. */
let font: readonly [size: string, family: string] | undefined;

/** Returns the width of a text on one line in the font of the page, in CSS pixels. */
export function measureText(text: string, weight: number): number {
	context ??= document.createElement("canvas").getContext("2d");
	if (context === null) {
		return 0;
	}
	font ??= pageFont();
	context.font = `${weight} ${font.join(" ")}`;
	return context.measureText(text).width;
}

function pageFont(): readonly [string, string] {
	const { fontSize, fontFamily } = getComputedStyle(document.body);
	return [fontSize, fontFamily];
}

/** Discards the cached font, because a font was loaded or the text size may have changed. */
function forgetFont(): void {
	font = undefined;
}

document.fonts.addEventListener("loadingdone", forgetFont);
window.addEventListener("resize", forgetFont);
