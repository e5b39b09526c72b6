import file from "../../../../backend/theme/contrast.json";
import { blend, type Color, formatHex } from "./color";
import { adjustContrast, contrast, graphicContrast, textContrast, tint } from "./contrast";

/* Derives the colors that a theme does not set from those that it sets, so that text stays readable whatever colors an
   author chooses. The server does the same (backend/theme), but the designer's preview and its pictures need these
   colors before the server knows the theme. Both sides read backend/theme/contrast.json, and a test checks that their
   results are equal. */

/** The default color of a theme's property. */
export interface ColorDefault {
	readonly name: string;
	readonly default: unknown;
	readonly darkDefault?: string | undefined;
}

/** The color of a background that a theme does not set. The type `background` in backend/theme documents the fields. */
interface Background {
	readonly property: string;
	readonly variable?: string;
	readonly in: string;
	readonly near?: boolean;
	readonly tint?: string;
	readonly bare?: boolean;
	readonly else?: string;
	readonly texts?: Readonly<Record<string, string>>;
	readonly signs?: Readonly<Record<string, string>>;
}

/** An opaque color that replaces a translucent one, for elements that may appear on different backgrounds. */
interface Opaque {
	readonly variable: string;
	readonly property: string;
	readonly in: string;
}

/** The color of a text or an icon. */
interface Text {
	readonly property?: string;
	readonly variable?: string;
	readonly prefer?: readonly string[];
	readonly standard?: readonly string[];
	readonly decided?: readonly string[];
	readonly opacity?: number;
	readonly least?: number;
	readonly in: string;
	readonly behind?: string;
}

interface Table {
	readonly places: Readonly<Record<string, readonly (readonly string[])[]>>;
	readonly backgrounds: readonly Background[];
	readonly opaque: readonly Opaque[];
	readonly texts: readonly Text[];
}

const table = file as unknown as Table;

type Parse = (text: string) => Color | undefined;

const white: Color = { r: 255, g: 255, b: 255, a: 1 };
const black: Color = { r: 0, g: 0, b: 0, a: 1 };
const darkCanvas: Color = { r: 18, g: 18, b: 18, a: 1 };
/** The color of an unknown property. */
const transparent: Color = { r: 0, g: 0, b: 0, a: 0 };

/** The colors of a theme in the light or the dark color scheme, both set and derived. */
export class ThemeColors {
	readonly #dark: boolean;
	readonly #parse: Parse;
	/** The effective colors, by property or variable. */
	readonly colors = new Map<string, Color>();
	/** The unset properties whose colors depend on colors that the theme sets. */
	readonly changed = new Set<string>();
	readonly #themeColors = new Map<string, Color>();
	readonly #properties: ReadonlyMap<string, ColorDefault>;

	constructor(
		properties: readonly ColorDefault[],
		themeValues: Readonly<Record<string, unknown>>,
		dark: boolean,
		parse: Parse,
	) {
		this.#dark = dark;
		this.#parse = parse;
		const colored = properties.filter(({ name }) => name.endsWith("Color"));
		this.#properties = new Map(colored.map((property) => [property.name, property]));
		for (const { name } of colored) {
			const value = themeValues[name];
			const color = typeof value === "string" ? parse(value) : undefined;
			this.colors.set(name, color ?? this.#defaultColor(name));
			if (color !== undefined) {
				this.#themeColors.set(name, color);
			}
		}
		const reading = this.#themeColors.get("pageBackgroundColor");
		this.colors.set("readingBackground", reading ?? this.#defaultColor("interfaceBackgroundColor"));
		if (this.#themeColors.size > 0) {
			this.#deriveAll();
		}
	}

	#defaultColor(name: string, dark = this.#dark): Color {
		const property = this.#properties.get(name);
		const value = (dark ? property?.darkDefault : undefined) ?? property?.default;
		return (typeof value === "string" ? this.#parse(value) : undefined) ?? transparent;
	}

	#isSet(name: string): boolean {
		const property = name === "readingBackground" ? "pageBackgroundColor" : name;
		return this.#themeColors.has(property) || this.changed.has(property);
	}

	#deriveAll(): void {
		for (const background of table.backgrounds) {
			const themeColor = this.#themeColors.get(background.property);
			if (themeColor === undefined) {
				this.#deriveBackground(background);
			} else {
				this.colors.set(background.variable ?? background.property, themeColor);
			}
		}
		for (const { variable, property, in: place } of table.opaque) {
			const [stack = []] = table.places[place] ?? [];
			this.#set(
				variable,
				this.#backdropOf([...stack, property]),
				(this.#themeColors.get(property)?.a ?? 1) < 1,
			);
		}
		for (const text of table.texts) {
			if (!this.#isSet(nameOf(text))) {
				this.#deriveText(text);
			}
		}
	}

	#deriveBackground(background: Background): void {
		const [stack = []] = table.places[background.in] ?? [];
		const [below, standard] = [this.#backdropOf(stack), this.#defaultColor(background.property)];
		const name = background.variable ?? background.property;
		if (background.bare === true) {
			this.#set(name, below, this.#isThemed(stack));
			return;
		}
		const other =
			background.else === undefined
				? this.#defaultColor(background.property, !this.#dark)
				: (this.#parse(background.else) ?? standard);
		const distance = (color: Color) => contrast(blend(color, below), below);
		const swapped = background.near === true && distance(other) < distance(standard);
		const tinted = this.#themeColors.get(background.tint ?? "");
		const candidates = [
			...(tinted === undefined ? [] : [tint(tinted, below) ?? standard]),
			...(swapped ? [other, standard] : [standard, other]),
			white,
			black,
		];
		const color =
			candidates.find((each) => this.#isReadableOn(background, blend(each, below))) ?? candidates[0];
		this.#set(name, color ?? standard, !isSameColor(color ?? standard, standard));
	}

	/** Reports whether all texts and icons whose color the theme sets are readable on a background. */
	#isReadableOn({ texts, signs }: Background, backdrop: Color): boolean {
		return (
			this.#haveContrast(texts, backdrop, textContrast) &&
			this.#haveContrast(signs, backdrop, graphicContrast)
		);
	}

	/**
	 * Reports whether the colors that the theme sets have a minimum contrast on a background. A color is skipped if the
	 * theme also sets the background directly behind it.
	 */
	#haveContrast(colors: Background["texts"], backdrop: Color, minContrast: number): boolean {
		return Object.entries(colors ?? {}).every(([name, between]) => {
			const color = this.#themeColors.get(name);
			return (
				color === undefined ||
				this.#themeColors.has(between) ||
				contrast(blend(color, backdrop), backdrop) >= minContrast
			);
		});
	}

	#deriveText(text: Text): void {
		const name = nameOf(text);
		const backdrops = stacksOf(text).map((stack) => this.#backdropOf(stack));
		const minContrast = text.least ?? textContrast;
		const candidates = this.#candidates(text, backdrops, minContrast);
		const [first = transparent] = candidates;
		const isSeen = (color: Color) =>
			backdrops.every((backdrop) => contrast(blend(color, backdrop), backdrop) >= minContrast);
		if (text.opacity !== undefined) {
			this.#set(name, first, !isSeen({ ...first, a: first.a * text.opacity }));
		} else {
			const chosen = candidates.findIndex(isSeen);
			const color = candidates[chosen] ?? readableColor(first, backdrops, minContrast);
			const isDecided = text.decided?.every((property) => this.#isSet(property)) === true;
			this.#set(name, color, chosen !== 0 || (!isDecided && this.#dependsOnTheme(text)));
		}
	}

	/**
	 * Reports whether the color of a text depends on colors that the theme sets: on a background behind the text, or on
	 * the first preferred color.
	 */
	#dependsOnTheme(text: Text): boolean {
		const [preferred] = text.prefer ?? [];
		return (
			stacksOf(text).some((stack) => this.#isThemed(stack)) ||
			(preferred !== undefined && this.#isSet(preferred))
		);
	}

	/**
	 * Reports whether one of the visible backgrounds of a stack depends on colors that the theme sets. Backgrounds
	 * below an opaque one are not visible.
	 */
	#isThemed(stack: readonly string[]): boolean {
		for (const name of [...stack].reverse()) {
			if (this.#isSet(name)) {
				return true;
			}
			if (this.colors.get(name)?.a === 1) {
				break;
			}
		}
		return false;
	}

	/** Returns the candidate colors of a text, best first. */
	#candidates(
		{ property, prefer = [], standard }: Text,
		backdrops: readonly Color[],
		minContrast: number,
	): Color[] {
		const colors = prefer.map((name) => this.colors.get(name) ?? transparent);
		const [preferred] = prefer;
		if (preferred !== undefined && this.#isSet(preferred)) {
			colors.push(readableColor(colors[0] ?? transparent, backdrops, minContrast));
		}
		if (standard !== undefined) {
			const both = standard.map((text) => this.#parse(text) ?? transparent);
			return [...colors, ...(this.#dark ? both.reverse() : both)];
		}
		const name = property ?? preferred ?? "";
		return [...colors, this.#defaultColor(name), this.#defaultColor(name, !this.#dark)];
	}

	/**
	 * Returns the visible color of a stack of backgrounds, lowest first. A stack that starts with
	 * `viewerBackgroundColor` lies on the browser's canvas, which is dark in the dark color scheme. Other stacks, such
	 * as those of pages, lie on white.
	 */
	#backdropOf(stack: readonly string[]): Color {
		const canvas = this.#dark && stack[0] === "viewerBackgroundColor" ? darkCanvas : white;
		return stack.reduce((below, name) => blend(this.colors.get(name) ?? transparent, below), canvas);
	}

	#set(name: string, color: Color, changed: boolean): void {
		this.colors.set(name, color);
		if (changed) {
			this.changed.add(name);
		}
	}
}

/** Returns the derived colors of a theme in the light and in the dark color scheme, by property or variable, as hex. */
export function derivedColors(
	properties: readonly ColorDefault[],
	themeValues: Readonly<Record<string, unknown>>,
	parse: Parse,
): Record<string, readonly [light: string, dark: string]> {
	const [light, dark] = [false, true].map(
		(isDark) => new ThemeColors(properties, themeValues, isDark, parse),
	) as [ThemeColors, ThemeColors];
	const hex = (themeColors: ThemeColors, name: string) =>
		formatHex(themeColors.colors.get(name) ?? transparent);
	return Object.fromEntries(
		[...new Set([...light.changed, ...dark.changed])].map((name) => [
			name,
			[hex(light, name), hex(dark, name)],
		]),
	);
}

function nameOf({ variable, property }: Text): string {
	return variable ?? property ?? "";
}

function stacksOf({ in: place, behind }: Text): readonly (readonly string[])[] {
	const stacks = table.places[place] ?? [];
	return behind === undefined ? stacks : stacks.map((stack) => [...stack, behind]);
}

/**
 * Returns the nearest color that has the minimum contrast on all backgrounds; if there is none, black or white,
 * whichever is more readable.
 */
function readableColor(color: Color, backdrops: readonly Color[], minContrast: number): Color {
	const better = adjustContrast(color, backdrops, minContrast);
	if (better !== undefined) {
		return better;
	}
	const lowestContrast = (end: Color) => Math.min(...backdrops.map((backdrop) => contrast(end, backdrop)));
	return lowestContrast(black) > lowestContrast(white) ? black : white;
}

function isSameColor(one: Color, other: Color): boolean {
	return one.r === other.r && one.g === other.g && one.b === other.b && one.a === other.a;
}
