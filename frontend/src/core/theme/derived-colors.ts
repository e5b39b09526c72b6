import file from "../../../../backend/theme/contrast.json";
import { type Color, formatHex, over } from "./color";
import { contrast, withContrast, graphicContrast, textContrast } from "./contrast";

/* The colours that a theme does not set, derived from those that it sets in the same way as on the server
   (backend/theme): text stays readable on its background, whatever an author chooses. The designer's preview and its
   pictures need these colours before the server knows the theme. Both sides read the same table, and a test checks
   that their results are equal. */

/** The default colour of a theme's property. */
export interface ColorDefault {
	readonly name: string;
	readonly default: unknown;
	readonly darkDefault?: string | undefined;
}

/** The default of a background that a theme does not set. The server's types document the fields. */
interface Background {
	readonly property: string;
	readonly variable?: string;
	readonly in: string;
	readonly near?: boolean;
	readonly bare?: boolean;
	readonly else?: string;
	readonly texts?: Readonly<Record<string, string>>;
	readonly signs?: Readonly<Record<string, string>>;
}

/** The opaque replacement of a translucent colour that can have various backgrounds. */
interface Opaque {
	readonly variable: string;
	readonly property: string;
	readonly in: string;
}

/** The colour of a text or an icon. */
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
/** The colour of an unknown property. */
const nothing: Color = { r: 0, g: 0, b: 0, a: 0 };

/** The colours of a theme on light or on dark screens, both set and derived. */
export class ThemeColors {
	readonly #dark: boolean;
	readonly #parse: Parse;
	/** The effective colours, by property or variable. */
	readonly colors = new Map<string, Color>();
	/** The unset properties whose colours depend on colours that the theme sets. */
	readonly changed = new Set<string>();
	readonly #said = new Map<string, Color>();
	readonly #properties: ReadonlyMap<string, ColorDefault>;

	constructor(
		properties: readonly ColorDefault[],
		said: Readonly<Record<string, unknown>>,
		dark: boolean,
		parse: Parse,
	) {
		this.#dark = dark;
		this.#parse = parse;
		const colored = properties.filter(({ name }) => name.endsWith("Color"));
		this.#properties = new Map(colored.map((property) => [property.name, property]));
		for (const { name } of colored) {
			const value = said[name];
			const color = typeof value === "string" ? parse(value) : undefined;
			this.colors.set(name, color ?? this.#standard(name));
			if (color !== undefined) {
				this.#said.set(name, color);
			}
		}
		this.colors.set("accentSoft", this.#standard("buttonPressedBackgroundColor"));
		const reading = this.#said.get("pageBackgroundColor");
		this.colors.set("readingBackground", reading ?? this.#standard("interfaceBackgroundColor"));
		if (this.#said.size > 0) {
			this.#paint();
		}
	}

	#standard(name: string, dark = this.#dark): Color {
		const property = this.#properties.get(name);
		const value = (dark ? property?.darkDefault : undefined) ?? property?.default;
		return (typeof value === "string" ? this.#parse(value) : undefined) ?? nothing;
	}

	#isSet(name: string): boolean {
		const property = name === "readingBackground" ? "pageBackgroundColor" : name;
		return this.#said.has(property) || this.changed.has(property);
	}

	#paint(): void {
		for (const background of table.backgrounds) {
			const said = this.#said.get(background.property);
			if (said === undefined) {
				this.#paintBackground(background);
			} else {
				this.colors.set(background.variable ?? background.property, said);
			}
		}
		for (const { variable, property, in: place } of table.opaque) {
			const [stack = []] = table.places[place] ?? [];
			this.#set(variable, this.#ground([...stack, property]), (this.#said.get(property)?.a ?? 1) < 1);
		}
		for (const text of table.texts) {
			if (!this.#isSet(nameOf(text))) {
				this.#paintText(text);
			}
		}
	}

	#paintBackground(background: Background): void {
		const [stack = []] = table.places[background.in] ?? [];
		const [below, standard] = [this.#ground(stack), this.#standard(background.property)];
		const name = background.variable ?? background.property;
		if (background.bare === true) {
			this.#set(name, below, this.#shows(stack));
			return;
		}
		const other =
			background.else === undefined
				? this.#standard(background.property, !this.#dark)
				: (this.#parse(background.else) ?? standard);
		const distance = (color: Color) => contrast(over(color, below), below);
		const swapped = background.near === true && distance(other) < distance(standard);
		const candidates = [...(swapped ? [other, standard] : [standard, other]), white, black];
		const color = candidates.find((each) => this.#carries(background, over(each, below))) ?? candidates[0];
		this.#set(name, color ?? standard, !same(color ?? standard, standard));
	}

	/** Reports whether all texts and icons that the theme sets are readable on a background. */
	#carries({ texts, signs }: Background, ground: Color): boolean {
		return this.#areSeen(texts, ground, textContrast) && this.#areSeen(signs, ground, graphicContrast);
	}

	/**
	 * Reports whether the colours that the theme sets have a contrast on a background, except those with a colour in
	 * between.
	 */
	#areSeen(colors: Background["texts"], ground: Color, least: number): boolean {
		return Object.entries(colors ?? {}).every(([name, between]) => {
			const color = this.#said.get(name);
			return color === undefined || this.#said.has(between) || contrast(over(color, ground), ground) >= least;
		});
	}

	#paintText(text: Text): void {
		const name = nameOf(text);
		const grounds = stacksOf(text).map((stack) => this.#ground(stack));
		const least = text.least ?? textContrast;
		const candidates = this.#candidates(text, grounds, least);
		const [first = nothing] = candidates;
		const isSeen = (color: Color) =>
			grounds.every((ground) => contrast(over(color, ground), ground) >= least);
		if (text.opacity !== undefined) {
			this.#set(name, first, !isSeen({ ...first, a: first.a * text.opacity }));
		} else if (text.decided?.every((property) => this.#isSet(property)) === true) {
			this.#set(name, first, false);
		} else {
			const chosen = candidates.findIndex(isSeen);
			const color = candidates[chosen] ?? seen(first, grounds, least);
			this.#set(name, color, chosen !== 0 || this.#follows(text));
		}
	}

	/**
	 * Reports whether the colour of a text depends on the theme: on its backgrounds, or on the first preferred colour.
	 */
	#follows(text: Text): boolean {
		const [preferred] = text.prefer ?? [];
		return (
			stacksOf(text).some((stack) => this.#shows(stack)) ||
			(preferred !== undefined && this.#isSet(preferred))
		);
	}

	/** Reports whether a background that depends on the theme is visible in a stack. */
	#shows(stack: readonly string[]): boolean {
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

	/** Returns the candidate colours of a text, best first. */
	#candidates({ property, prefer = [], standard }: Text, grounds: readonly Color[], least: number): Color[] {
		const colors = prefer.map((name) => this.colors.get(name) ?? nothing);
		const [preferred] = prefer;
		if (preferred !== undefined && this.#isSet(preferred)) {
			colors.push(seen(colors[0] ?? nothing, grounds, least));
		}
		if (standard !== undefined) {
			const both = standard.map((text) => this.#parse(text) ?? nothing);
			return [...colors, ...(this.#dark ? both.reverse() : both)];
		}
		const name = property ?? preferred ?? "";
		return [...colors, this.#standard(name), this.#standard(name, !this.#dark)];
	}

	/**
	 * Returns the visible colour of a stack of backgrounds. Pages are on white paper, all others on the browser's
	 * canvas.
	 */
	#ground(stack: readonly string[]): Color {
		const canvas = this.#dark && stack[0] === "viewerBackgroundColor" ? darkCanvas : white;
		return stack.reduce((below, name) => over(this.colors.get(name) ?? nothing, below), canvas);
	}

	#set(name: string, color: Color, changed: boolean): void {
		this.colors.set(name, color);
		if (changed) {
			this.changed.add(name);
		}
	}
}

/** Returns the derived colours of a theme on light and on dark screens, by property or variable, as hex. */
export function derivedColors(
	properties: readonly ColorDefault[],
	said: Readonly<Record<string, unknown>>,
	parse: Parse,
): Record<string, readonly [light: string, dark: string]> {
	const [light, dark] = [false, true].map((isDark) => new ThemeColors(properties, said, isDark, parse)) as [
		ThemeColors,
		ThemeColors,
	];
	const hex = (painting: ThemeColors, name: string) => formatHex(painting.colors.get(name) ?? nothing);
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
 * Returns the colour nearest to a given one that has a contrast on all backgrounds; otherwise black or white, whichever
 * is more readable.
 */
function seen(color: Color, grounds: readonly Color[], least: number): Color {
	const better = withContrast(color, grounds, least);
	if (better !== undefined) {
		return better;
	}
	const worst = (end: Color) => Math.min(...grounds.map((ground) => contrast(end, ground)));
	return worst(black) > worst(white) ? black : white;
}

function same(one: Color, other: Color): boolean {
	return one.r === other.r && one.g === other.g && one.b === other.b && one.a === other.a;
}
