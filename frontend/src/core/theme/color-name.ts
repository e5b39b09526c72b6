import { type Color, toHsva } from "./color";

/** The common names of colors. */
export type ColorName =
	| "black"
	| "white"
	| "gray"
	| "red"
	| "orange"
	| "brown"
	| "yellow"
	| "green"
	| "teal"
	| "blue"
	| "purple"
	| "pink";

/** The upper limits of the named hues, in degrees. Hues above the last limit are red. */
const hues: readonly (readonly [end: number, name: ColorName])[] = [
	[14, "red"],
	[42, "orange"],
	[68, "yellow"],
	[164, "green"],
	[200, "teal"],
	[255, "blue"],
	[295, "purple"],
	[345, "pink"],
];

/** The HSV value (0 to 1) below which an orange is called brown. */
const brown = 0.7;

/** Returns the name that is closest to a color, regardless of its alpha. */
export function colorName(color: Color): ColorName {
	const { h, s, v } = toHsva(color, 0);
	if (v < 0.15) {
		return "black";
	}
	if (s < 0.2) {
		return v > 0.92 && s < 0.06 ? "white" : "gray";
	}
	const [, name] = hues.find(([end]) => h < end) ?? [360, "red"];
	return name === "orange" && v < brown ? "brown" : name;
}
