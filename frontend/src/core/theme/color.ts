/** A color in sRGB: components from 0 to 255, alpha from 0 to 1. */
export interface Color {
	readonly r: number;
	readonly g: number;
	readonly b: number;
	readonly a: number;
}

/** A color by hue (0 to 360), saturation and value (0 to 1), as in color pickers. */
export interface Hsva {
	readonly h: number;
	readonly s: number;
	readonly v: number;
	readonly a: number;
}

const hexPattern = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const functionPattern = /^(rgb|hsl)a?\(([^()]*)\)$/i;

/** Parses the notations that need no browser: hex, rgb(), hsl() and transparent. Returns undefined for any other. */
export function parseColor(text: string): Color | undefined {
	const normalized = text.trim().toLowerCase();
	if (normalized === "transparent") {
		return { r: 0, g: 0, b: 0, a: 0 };
	}
	if (hexPattern.test(normalized)) {
		return parseHex(normalized.slice(1));
	}
	const [, name, list = ""] = functionPattern.exec(normalized) ?? [];
	const parts = list
		.replace("/", " ")
		.split(/[\s,]+/)
		.filter((part) => part !== "");
	if (name === undefined || parts.length < 3 || parts.length > 4) {
		return undefined;
	}
	const color = name === "rgb" ? parseRgb(parts) : parseHsl(parts);
	return Object.values(color).every((part: number) => Number.isFinite(part)) ? color : undefined;
}

function parseHex(digits: string): Color {
	const pairs = digits.match(digits.length < 6 ? /./g : /../g) ?? [];
	const [r = 0, g = 0, b = 0, a = 255] = pairs.map((pair) => Number.parseInt(pair.padStart(2, pair), 16));
	return { r, g, b, a: a / 255 };
}

function parseRgb(parts: readonly string[]): Color {
	const [r = 0, g = 0, b = 0] = parts.map((part) => clamp(parseComponent(part, 255), 255));
	return { r, g, b, a: alphaOf(parts) };
}

function parseHsl(parts: readonly string[]): Color {
	const [hue = "0", s = "0", l = "0"] = parts;
	const [saturation, lightness] = [s, l].map((part) => clamp(Number.parseFloat(part) / 100, 1)) as [
		number,
		number,
	];
	const value = lightness + saturation * Math.min(lightness, 1 - lightness);
	return fromHsva({
		h: parseDegrees(hue),
		s: value === 0 ? 0 : 2 * (1 - lightness / value),
		v: value,
		a: alphaOf(parts),
	});
}

function alphaOf(parts: readonly string[]): number {
	return clamp(parseComponent(parts[3] ?? "1", 1), 1);
}

/** Parses a number, or a percentage, which is multiplied by `whole`; returns NaN for anything else. */
function parseComponent(part: string, whole: number): number {
	return part.endsWith("%") ? (Number(part.slice(0, -1)) / 100) * whole : Number(part);
}

function parseDegrees(part: string): number {
	const [, number = "", unit = "deg"] = /^(.*?)(deg|grad|rad|turn)?$/.exec(part) ?? [];
	const each = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }[unit] ?? 1;
	return (((Number(number) * each) % 360) + 360) % 360;
}

function clamp(value: number, maximum: number): number {
	return Math.min(Math.max(value, 0), maximum);
}

/** Formats a color as the server stores it: #rrggbb, or #rrggbbaa with alpha. */
export function formatHex({ r, g, b, a }: Color): string {
	const parts = a < 1 ? [r, g, b, a * 255] : [r, g, b];
	return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Converts a color for a color picker. A gray has no hue, so `hue` is used. */
export function toHsva({ r, g, b, a }: Color, hue = 0): Hsva {
	const maximum = Math.max(r, g, b);
	const span = maximum - Math.min(r, g, b);
	let h = hue;
	if (span > 0) {
		const sixth =
			maximum === r ? ((g - b) / span + 6) % 6 : maximum === g ? (b - r) / span + 2 : (r - g) / span + 4;
		h = sixth * 60;
	}
	return { h, s: maximum === 0 ? 0 : span / maximum, v: maximum / 255, a };
}

/** Converts a color from a picker. */
export function fromHsva({ h, s, v, a }: Hsva): Color {
	const part = (n: number) => {
		const k = (n + h / 60) % 6;
		return 255 * (v - v * s * Math.max(0, Math.min(k, 4 - k, 1)));
	};
	return { r: part(5), g: part(3), b: part(1), a };
}

/** Returns the visible color of `top` over `bottom`. */
export function blend(top: Color, bottom: Color): Color {
	const a = top.a + bottom.a * (1 - top.a);
	const mix = (x: number, y: number) => (a === 0 ? 0 : (x * top.a + y * bottom.a * (1 - top.a)) / a);
	return { r: mix(top.r, bottom.r), g: mix(top.g, bottom.g), b: mix(top.b, bottom.b), a };
}
