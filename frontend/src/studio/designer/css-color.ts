import { type Color, parseColor } from "../../core/theme/color";

/**
 * Parses a color in any notation that this browser supports. Returns undefined if it is invalid, or if it depends on an
 * element, such as `currentcolor`.
 */
export function parseCssColor(text: string): Color | undefined {
	const known = parseColor(text);
	if (
		known !== undefined ||
		!CSS.supports("color", text) ||
		/current|var\(|light-dark|inherit|initial|unset|revert/i.test(text)
	) {
		return known;
	}
	const canvas = new OffscreenCanvas(1, 1);
	const context = canvas.getContext("2d");
	if (context === null) {
		return undefined;
	}
	context.fillStyle = text;
	context.fillRect(0, 0, 1, 1);
	const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
	return { r, g, b, a: a / 255 };
}
