import { blend, type Color } from "./color";

/** The minimum contrasts that WCAG 2.2 (AA) requires for text, and for graphics that carry meaning. */
export const textContrast = 4.5;
export const graphicContrast = 3;

const white: Color = { r: 255, g: 255, b: 255, a: 1 };
const black: Color = { r: 0, g: 0, b: 0, a: 1 };

/** The relative luminance of an opaque color, from 0 to 1, as WCAG 2.2 defines it. */
export function luminance({ r, g, b }: Color): number {
	const [red, green, blue] = [r, g, b].map((part) => {
		const share = part / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as [number, number, number];
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two opaque colors, from 1 to 21. */
export function contrast(color1: Color, color2: Color): number {
	const [light, dark] = [luminance(color1), luminance(color2)].sort((a, b) => b - a) as [number, number];
	return (light + 0.05) / (dark + 0.05);
}

/** Blends a stack of colors, the lowest first, over white. */
export function flatten(colors: readonly Color[]): Color {
	return colors.reduce((below, above) => blend(above, below), white);
}

/** The opacity (0 to 1) of a color in a tint on light and on dark backgrounds. A tint is less visible on dark ones. */
const lightTintShare = 0.12;
const darkTintShare = 0.22;

/**
 * Returns the background `below` tinted with a color; undefined if no tone of the color has enough contrast. If the
 * color is hardly visible on the background, a lighter or darker tone of it is used.
 */
export function tint(color: Color, below: Color): Color | undefined {
	const tone = adjustContrast(color, [below], textContrast);
	const isDark = contrast(below, white) > contrast(below, black);
	return tone && roundColor(blend({ ...tone, a: isDark ? darkTintShare : lightTintShare }, below));
}

/** Returns the nearest opaque color that has the minimum contrast on all backgrounds; undefined if there is none. */
export function adjustContrast(
	color: Color,
	backgrounds: readonly Color[],
	minContrast: number,
): Color | undefined {
	const base = blend(color, backgrounds[0] ?? white);
	const candidates = [black, white].flatMap(
		(end) => findNearestReadable(base, end, backgrounds, minContrast) ?? [],
	);
	return candidates.sort((a, b) => a.distance - b.distance)[0]?.color;
}

/**
 * Moves from `base` towards `end` in steps of 1 % until the color has the minimum contrast on all backgrounds. Returns
 * that color and the number of steps, or undefined if no color has the contrast.
 */
function findNearestReadable(
	base: Color,
	end: Color,
	backgrounds: readonly Color[],
	minContrast: number,
): { color: Color; distance: number } | undefined {
	const steps = 100;
	for (let distance = 0; distance <= steps; distance++) {
		const color = roundColor(blend({ ...end, a: distance / steps }, base));
		if (backgrounds.every((background) => contrast(color, background) >= minContrast)) {
			return { color, distance };
		}
	}
	return undefined;
}

function roundColor({ r, g, b, a }: Color): Color {
	return { r: Math.round(r), g: Math.round(g), b: Math.round(b), a };
}
