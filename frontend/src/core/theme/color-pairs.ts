import { type Color, parseColor } from "./color";
import { contrast, graphicContrast, flattened, textContrast } from "./contrast";
import { type ColorDefault, ThemeColors } from "./derived-colors";

/** A colour of a theme and the backgrounds behind it. */
export interface ColorPair {
	/** The property of the foreground; undefined for the document's text, which is black. */
	readonly front?: string;
	/** The properties of the backgrounds, lowest first. */
	readonly behind: readonly string[];
	/** The minimum contrast. */
	readonly least: number;
}

/** A pair with its measured contrast. */
export interface CheckedPair extends ColorPair {
	readonly ratio: number;
	readonly enough: boolean;
}

const bar = "topbarBackgroundColor";
const word = (front: string, ...behind: string[]): ColorPair => ({ front, behind, least: textContrast });
const sign = (front: string, ...behind: string[]): ColorPair => ({ front, behind, least: graphicContrast });

/** All pairs that a theme must keep readable. WCAG requires nothing of disabled controls. */
export const colorPairs: readonly ColorPair[] = [
	word("interfaceColor", "interfaceBackgroundColor"),
	word("interfaceAccentColor", "interfaceBackgroundColor"),
	word("topbarColor", bar),
	sign("buttonColor", bar, "buttonBackgroundColor"),
	sign("buttonHoverColor", bar, "buttonHoverBackgroundColor"),
	sign("buttonActiveColor", bar, "buttonActiveBackgroundColor"),
	sign("buttonPressedColor", bar, "buttonPressedBackgroundColor"),
	sign("buttonFocusOutlineColor", bar),
	sign("alternativeButtonColor", bar, "alternativeButtonBackgroundColor"),
	sign("alternativeButtonHoverColor", bar, "alternativeButtonHoverBackgroundColor"),
	sign("alternativeButtonActiveColor", bar, "alternativeButtonActiveBackgroundColor"),
	word("pageNumberColor", "pageBackgroundColor", "pageNumberBackgroundColor"),
	{ behind: ["pageBackgroundColor"], least: textContrast },
	{ behind: ["pageBackgroundColor", "searchHitBackgroundColor"], least: textContrast },
	{ behind: ["pageBackgroundColor", "searchHitActiveBackgroundColor"], least: textContrast },
	{ behind: ["pageBackgroundColor", "textSelectionBackgroundColor"], least: textContrast },
];

const black: Color = { r: 0, g: 0, b: 0, a: 1 };

/** Measures the contrast of all pairs. Pairs with an unknown colour are left out. */
export function checkPairs(colorOf: (property: string) => Color | undefined): CheckedPair[] {
	return colorPairs.flatMap((pair) => {
		const behind = pair.behind.map(colorOf);
		const front = pair.front === undefined ? black : colorOf(pair.front);
		if (front === undefined || behind.includes(undefined)) {
			return [];
		}
		const ground = flattened(behind as Color[]);
		const ratio = contrast(flattened([ground, front]), ground);
		return [{ ...pair, ratio, enough: ratio >= pair.least }];
	});
}

/** Returns a function that looks up a property's colour on light or dark screens, as set by a theme or derived from it. */
export function effectiveColor(
	properties: readonly ColorDefault[],
	said: Readonly<Record<string, unknown>>,
	dark: boolean,
	parse: (text: string) => Color | undefined = parseColor,
): (name: string) => Color | undefined {
	const { colors, changed } = new ThemeColors(properties, said, dark, parse);
	return (name) => {
		const { default: light, darkDefault } = properties.find((property) => property.name === name) ?? {};
		const value = said[name] ?? (dark ? darkDefault : undefined) ?? light;
		const known = changed.has(name) || (typeof value === "string" && parse(value) !== undefined);
		return known ? colors.get(name) : undefined;
	};
}
