import { type Color, toHsva } from "./color";

/** What people call colours, coarsely. */
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

/** Where the hues of names end, in degrees; what is beyond is red again. */
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

/** An orange of a lower value than this is brown. */
const brown = 0.7;

/** The name that comes closest to a colour, whatever its alpha. */
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
