import { type Color, parseColor } from "./color";
import { contrast, signContrast, stacked, wordContrast } from "./contrast";
import { type ColorDefault, Painting } from "./derived-colors";

/** Colours of a theme that are seen on each other. */
export interface Pair {
	/** The property in front; undefined for the words of a document, which are black. */
	readonly front?: string;
	/** The properties behind it, the lowest first. */
	readonly behind: readonly string[];
	/** The contrast that they should have at least. */
	readonly least: number;
}

/** A pair, and the contrast that it has. */
export interface Checked extends Pair {
	readonly ratio: number;
	readonly enough: boolean;
}

const bar = "topbarBackgroundColor";
const word = (front: string, ...behind: string[]): Pair => ({ front, behind, least: wordContrast });
const sign = (front: string, ...behind: string[]): Pair => ({ front, behind, least: signContrast });

/** All pairs that belong together. WCAG asks nothing of what is disabled. */
export const pairs: readonly Pair[] = [
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
	{ behind: ["pageBackgroundColor"], least: wordContrast },
	{ behind: ["pageBackgroundColor", "searchHitBackgroundColor"], least: wordContrast },
	{ behind: ["pageBackgroundColor", "searchHitActiveBackgroundColor"], least: wordContrast },
	{ behind: ["pageBackgroundColor", "textSelectionBackgroundColor"], least: wordContrast },
];

const black: Color = { r: 0, g: 0, b: 0, a: 1 };

/** Checks the pairs, of a theme whose properties have colours. A pair of which one is unknown is left out. */
export function checkPairs(colorOf: (property: string) => Color | undefined): Checked[] {
	return pairs.flatMap((pair) => {
		const behind = pair.behind.map(colorOf);
		const front = pair.front === undefined ? black : colorOf(pair.front);
		if (front === undefined || behind.includes(undefined)) {
			return [];
		}
		const ground = stacked(behind as Color[]);
		const ratio = contrast(stacked([ground, front]), ground);
		return [{ ...pair, ratio, enough: ratio >= pair.least }];
	});
}

/** The colour of a property as it is shown on light or dark screens, by what a theme says and what follows from that. */
export function colorInForce(
	properties: readonly ColorDefault[],
	said: Readonly<Record<string, unknown>>,
	dark: boolean,
	parse: (text: string) => Color | undefined = parseColor,
): (name: string) => Color | undefined {
	const { colors, changed } = new Painting(properties, said, dark, parse);
	return (name) => {
		const { default: light, darkDefault } = properties.find((property) => property.name === name) ?? {};
		const value = said[name] ?? (dark ? darkDefault : undefined) ?? light;
		const known = changed.has(name) || (typeof value === "string" && parse(value) !== undefined);
		return known ? colors.get(name) : undefined;
	};
}
