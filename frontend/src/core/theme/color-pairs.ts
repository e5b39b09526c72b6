import { type Color, parseColor } from "./color";
import { contrast, flatten, graphicContrast, textContrast } from "./contrast";
import { type ColorDefault, ThemeColors } from "./derived-colors";

/** A color of a theme and the backgrounds behind it. */
export interface ColorPair {
	/** The property of the foreground color; undefined for the text of the document, which is black. */
	readonly foreground?: string;
	/** The properties of the background colors, lowest first. */
	readonly backgrounds: readonly string[];
	/** The minimum contrast, as a ratio from 1 to 21. */
	readonly minContrast: number;
	/**
	 * The CSS variable with the lighter or darker tone that the viewer uses if the foreground has too little contrast.
	 */
	readonly tone?: string;
}

/** A pair with its measured contrast. */
export interface CheckedPair extends ColorPair {
	readonly ratio: number;
	readonly isSufficient: boolean;
}

/**
 * The CSS variable for the main color on lists and messages. It is a lighter or darker tone of the main color if the
 * main color itself has too little contrast there.
 */
export const mainColorTone = "--on-panel-accent";

const bar = "topbarBackgroundColor";
const textPair = (foreground: string, ...backgrounds: string[]): ColorPair => ({
	foreground,
	backgrounds,
	minContrast: textContrast,
});
const graphicPair = (foreground: string, ...backgrounds: string[]): ColorPair => ({
	foreground,
	backgrounds,
	minContrast: graphicContrast,
});

/**
 * All pairs of colors that must be readable in a theme. Colors of disabled controls are not included, because WCAG
 * requires no contrast for them.
 */
export const colorPairs: readonly ColorPair[] = [
	textPair("interfaceColor", "interfaceBackgroundColor"),
	{ ...textPair("interfaceAccentColor", "interfaceBackgroundColor"), tone: mainColorTone },
	textPair("topbarColor", bar),
	graphicPair("buttonColor", bar, "buttonBackgroundColor"),
	graphicPair("buttonHoverColor", bar, "buttonHoverBackgroundColor"),
	graphicPair("buttonActiveColor", bar, "buttonActiveBackgroundColor"),
	graphicPair("buttonPressedColor", bar, "buttonPressedBackgroundColor"),
	graphicPair("buttonFocusOutlineColor", bar),
	graphicPair("alternativeButtonColor", bar, "alternativeButtonBackgroundColor"),
	graphicPair("alternativeButtonHoverColor", bar, "alternativeButtonHoverBackgroundColor"),
	graphicPair("alternativeButtonActiveColor", bar, "alternativeButtonActiveBackgroundColor"),
	textPair("pageNumberColor", "pageBackgroundColor", "pageNumberBackgroundColor"),
	{ backgrounds: ["pageBackgroundColor"], minContrast: textContrast },
	{ backgrounds: ["pageBackgroundColor", "searchHitBackgroundColor"], minContrast: textContrast },
	{ backgrounds: ["pageBackgroundColor", "searchHitActiveBackgroundColor"], minContrast: textContrast },
	{ backgrounds: ["pageBackgroundColor", "textSelectionBackgroundColor"], minContrast: textContrast },
];

/**
 * The CSS variables with the colors of these properties on the bars. Unless a theme sets such a property, its color on
 * the bars differs from its color elsewhere.
 */
const barVariables: Readonly<Record<string, string>> = {
	topbarBorderColor: "--bar-line",
	buttonHoverBackgroundColor: "--bar-hover",
	buttonActiveBackgroundColor: "--bar-press",
	buttonPressedBackgroundColor: "--bar-pressed",
};

const black: Color = { r: 0, g: 0, b: 0, a: 1 };

/** Measures the contrast of all pairs. Pairs for which `colorOf` returns no color are left out. */
export function checkPairs(colorOf: (property: string) => Color | undefined): CheckedPair[] {
	return colorPairs.flatMap((pair) => {
		const backgrounds = pair.backgrounds.map(colorOf);
		const foreground = pair.foreground === undefined ? black : colorOf(pair.foreground);
		if (foreground === undefined || backgrounds.includes(undefined)) {
			return [];
		}
		const background = flatten(backgrounds as Color[]);
		const ratio = contrast(flatten([background, foreground]), background);
		return [{ ...pair, ratio, isSufficient: ratio >= pair.minContrast }];
	});
}

/**
 * Returns a function that returns the color of a property in the light or dark color scheme, whether the color is set
 * by the theme or derived from other colors.
 */
export function effectiveColor(
	properties: readonly ColorDefault[],
	values: Readonly<Record<string, unknown>>,
	dark: boolean,
	parse: (text: string) => Color | undefined = parseColor,
): (name: string) => Color | undefined {
	const { colors, changed } = new ThemeColors(properties, values, dark, parse);
	return (name) => {
		const variable = barVariables[name];
		if (variable !== undefined && changed.has(variable)) {
			return colors.get(variable);
		}
		const { default: light, darkDefault } = properties.find((property) => property.name === name) ?? {};
		const value = values[name] ?? (dark ? darkDefault : undefined) ?? light;
		const known = changed.has(name) || (typeof value === "string" && parse(value) !== undefined);
		return known ? colors.get(name) : undefined;
	};
}
