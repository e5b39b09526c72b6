import type { Appearance } from "../../core/theme/appearance";
import { type Color, formatHex } from "../../core/theme/color";
import { adjustContrast, flatten } from "../../core/theme/contrast";
import { derivedColors } from "../../core/theme/derived-colors";
import {
	type ButtonState,
	type PreviewState,
	type Scene,
	variableOf,
} from "../../core/messages/preview-protocol";
import { type CheckedPair, checkPairs, effectiveColor } from "../../core/theme/color-pairs";
import type { I18n } from "../i18n.svelte";
import { labelOf, sceneOf, stateOf } from "./catalog";
import { parseCssColor } from "./css-color";
import type { Draft } from "./draft.svelte";
import type { Sets } from "./sets.svelte";
import { defaultSetName } from "../../api/viewer-sets";
import type { Kind, Property, Values } from "./property-set";

/** The time in milliseconds for which the control of a clicked element is highlighted. */
const highlightTime = 1_700;

/** The maximum number of colors that `fixAllContrast` changes: several for each pair of colors. */
const maxChanges = 50;

const black: Color = { r: 0, g: 0, b: 0, a: 1 };
const white: Color = { r: 255, g: 255, b: 255, a: 1 };

/** The maximum number of colors in the palette. */
const maxColors = 16;

/** A pair of colors with its contrast in the light or the dark color scheme, whichever is lower. */
export interface DesignPair extends CheckedPair {
	/** The color scheme with the lower contrast; undefined if it is the same in both. */
	readonly screen?: "light" | "dark";
	/** The change of one property after which the contrast is sufficient; undefined if no single color is enough. */
	readonly fix?: ColorChange | undefined;
	/** The colors that the viewer shows instead of the foreground, because its contrast is too low. Usually empty. */
	readonly tones: readonly Tone[];
}

/** A color with enough contrast that the viewer shows instead of the color that the theme sets. */
export interface Tone {
	/** The color scheme; undefined if the color is the same in both. */
	readonly screen?: "light" | "dark";
	/** The color, as hex. */
	readonly color: string;
}

/** A new color of a property, as hex. */
interface ColorChange {
	readonly property: string;
	readonly color: string;
}

/**
 * The state of the editor of one profile or theme: the effective values, the hovered element, and the state of the
 * preview.
 */
export class Design {
	readonly #sets: Sets;
	readonly #i18n: I18n;
	appearance: Appearance = $state("system");
	/**
	 * The chosen state of the buttons in the preview. It applies unless the hovered or focused control requires another
	 * state.
	 */
	state: ButtonState = $state("rest");
	scene: Scene = $state("pages");
	/** Whether a click in the preview opens the control of the clicked element. */
	isPicking = $state(true);
	/**
	 * The name of the theme or profile that is shown together with the edited one: the profile if a theme is edited,
	 * the theme if a profile is edited.
	 */
	companionName = $state(defaultSetName);
	/** The name of the property whose control is highlighted. */
	highlighted: string | undefined = $state();
	#hoveredProperty: Property | undefined = $state.raw();
	#focusedProperty: Property | undefined = $state.raw();
	/** The selector of the hovered element in the preview; "" for none. */
	#hoveredSelector = $state("");
	#timer: number | undefined;
	readonly #darkScreen = window.matchMedia("(prefers-color-scheme: dark)");

	constructor(
		sets: Sets,
		i18n: I18n,
		readonly draft: Draft,
	) {
		this.#sets = sets;
		this.#i18n = i18n;
	}

	/** Whether the preview shows the dark color scheme. */
	get isDark(): boolean {
		return this.appearance === "dark" || (this.appearance === "system" && this.#darkScreen.matches);
	}

	get kind(): Kind {
		return this.draft.kind;
	}

	get properties(): readonly Property[] {
		return this.#sets.properties?.[this.kind] ?? [];
	}

	/**
	 * The values of the default profile or theme. They apply to the properties that this profile or theme leaves out;
	 * empty if this is the default profile or theme.
	 */
	readonly defaultValues: Values = $derived.by(() =>
		this.draft.name === defaultSetName ? {} : (this.#sets.find(this.kind, defaultSetName)?.values ?? {}),
	);

	/** The values of this profile or theme, supplemented by the values of the default profile or theme. */
	readonly effectiveValues: Values = $derived.by(() => ({ ...this.defaultValues, ...this.draft.values }));

	valueOf({ name, default: builtInDefault }: Property): unknown {
		return this.effectiveValues[name] ?? builtInDefault;
	}

	/**
	 * Returns the value that a property has if this profile or theme does not define the property; "" if that value is
	 * not a text.
	 */
	inherited({ name, default: builtInDefault }: Property): string {
		const value = this.defaultValues[name] ?? builtInDefault;
		return typeof value === "string" ? value : "";
	}

	/** Returns the effective color of a property, as hex. */
	colorText({ name }: Property, dark: boolean): string {
		const color = this.#color(dark)(name);
		return color === undefined ? "#00000000" : formatHex(color);
	}

	/** The colors in the values of this profile or theme, most frequent first. */
	readonly palette: readonly string[] = $derived.by(() => {
		const counts: Record<string, number> = {};
		for (const { name, kind } of this.properties) {
			const value = this.draft.values[name];
			const color = kind === "color" && typeof value === "string" ? parseCssColor(value) : undefined;
			if (color !== undefined && color.a > 0) {
				const hex = formatHex(color);
				counts[hex] = (counts[hex] ?? 0) + 1;
			}
		}
		return Object.entries(counts)
			.sort(([, a], [, b]) => b - a)
			.slice(0, maxColors)
			.map(([hex]) => hex);
	});

	/** The pairs of foreground and background colors. Empty for a profile. */
	readonly pairs: readonly DesignPair[] = $derived.by(() => {
		if (this.kind === "profile") {
			return [];
		}
		const dark = checkPairs(this.#color(true));
		return checkPairs(this.#color(false)).map((pair, index) => {
			const other = dark[index] ?? pair;
			const worse = other.ratio < pair.ratio ? other : pair;
			return {
				...worse,
				...(other.ratio === pair.ratio ? {} : { screen: worse === other ? "dark" : "light" }),
				fix: worse.isSufficient ? undefined : this.#fixOf(worse, worse === other),
				tones: this.#tonesOf(pair, other),
			};
		});
	});

	/** The pairs with too little contrast, without those for which the viewer shows another tone. */
	readonly insufficientPairs: readonly DesignPair[] = $derived.by(() =>
		this.pairs.filter(({ isSufficient, tone }) => !isSufficient && tone === undefined),
	);

	/** The pairs with too little contrast that `fixContrast` can fix. */
	readonly fixablePairs: readonly DesignPair[] = $derived.by(() =>
		this.insufficientPairs.filter(({ fix }) => fix !== undefined),
	);

	/**
	 * Returns the pair whose contrast is shown beside the property `name`: the pair with this foreground or, if there
	 * is none, the pair with too little contrast between the document's text and this background.
	 */
	contrastOf(name: string): DesignPair | undefined {
		return (
			this.pairs.find(({ foreground }) => foreground === name) ??
			this.insufficientPairs.find(
				({ foreground, backgrounds: backgroundNames }) =>
					foreground === undefined && backgroundNames.at(-1) === name,
			)
		);
	}

	/**
	 * Returns the label of the last of the named background properties, which is the topmost layer; "" if it is
	 * unknown.
	 */
	labelOf(names: readonly string[]): string {
		const last = this.properties.find(({ name }) => name === names.at(-1));
		return last === undefined ? "" : labelOf(this.#i18n, last);
	}

	/**
	 * Fixes the contrast of a pair, if one color is enough for both color schemes. Otherwise changes nothing: the
	 * background would have to be the same in both, which only the author can decide.
	 */
	fixContrast({ fix }: DesignPair): void {
		if (fix !== undefined) {
			this.draft.endStep();
			this.draft.set(fix.property, fix.color);
			this.draft.endStep();
		}
	}

	/**
	 * Fixes all pairs with too little contrast that can be fixed. All pairs are measured again after each change,
	 * because the changed color may be the background of another pair.
	 */
	fixAllContrast(): void {
		for (let changes = 0; changes < maxChanges; changes++) {
			const [pair] = this.fixablePairs;
			if (pair === undefined) {
				return;
			}
			this.fixContrast(pair);
		}
	}

	/**
	 * Returns the color nearest to the foreground of a pair that has enough contrast in both color schemes;
	 * undefined if there is none. If the pair has no foreground property, because its foreground is the text of the
	 * document, the background is changed instead. `dark` is whether the contrast is too low in the dark scheme.
	 */
	#fixOf(
		{ foreground, backgrounds: names, minContrast }: CheckedPair,
		dark: boolean,
	): ColorChange | undefined {
		const backgroundOn = (isDark: boolean) =>
			flatten(names.flatMap((name) => this.#color(isDark)(name) ?? []));
		if (foreground === undefined) {
			const readable = adjustContrast(backgroundOn(dark), [black], minContrast) ?? white;
			return { property: names.at(-1) ?? "", color: formatHex(readable) };
		}
		const color = this.#color(dark)(foreground) ?? black;
		const readable = adjustContrast(color, [backgroundOn(dark), backgroundOn(!dark)], minContrast);
		return readable === undefined ? undefined : { property: foreground, color: formatHex(readable) };
	}

	/**
	 * Returns the tones that the viewer shows instead of the foreground of a pair; empty if it does not adapt the
	 * foreground. `light` and `dark` are the pair in the two color schemes.
	 */
	#tonesOf(light: CheckedPair, dark: CheckedPair): Tone[] {
		const { tone, foreground = "" } = light;
		if (tone === undefined || !(foreground in this.effectiveValues)) {
			return [];
		}
		const colorIn = (isDark: boolean) => formatHex(this.#color(isDark)(tone) ?? black);
		const tones: Tone[] = [
			...(light.isSufficient ? [] : [{ screen: "light" as const, color: colorIn(false) }]),
			...(dark.isSufficient ? [] : [{ screen: "dark" as const, color: colorIn(true) }]),
		];
		const [first, second] = tones;
		return first !== undefined && first.color === second?.color ? [{ color: first.color }] : tones;
	}

	hover(property: Property | undefined): void {
		this.#hoveredProperty = property;
	}

	focus(property: Property | undefined): void {
		this.#focusedProperty = property;
	}

	/**
	 * Shows the chosen state or scene of the preview until the user hovers or focuses a control that requires another
	 * one.
	 */
	show(choice: Partial<Pick<Design, "state" | "scene">>): void {
		this.#focusedProperty = undefined;
		Object.assign(this, choice);
	}

	/**
	 * Records the hovered element in the preview. `selectors` are the selectors of this element; empty if no element is
	 * hovered.
	 */
	hoverInPreview(selectors: readonly string[]): void {
		this.#hoveredSelector = this.isPicking ? (selectors[0] ?? "") : "";
	}

	/**
	 * Returns the property of the first selector that is the target of a property; undefined if there is no such
	 * selector. The selectors are ordered from the innermost element outwards.
	 */
	propertyOf(selectors: readonly string[]): Property | undefined {
		for (const selector of selectors) {
			const found = this.properties.find(({ target }) => target === selector);
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}

	/** Highlights the control of a property for a moment. */
	highlight(name: string): void {
		window.clearTimeout(this.#timer);
		this.highlighted = name;
		this.#timer = window.setTimeout(() => {
			this.highlighted = undefined;
		}, highlightTime);
	}

	/** Returns the state to send to the preview. `theme` has the values of the theme to show if a profile is edited. */
	previewState(theme: Values): PreviewState {
		const variables: Record<string, string> = {};
		const hidden: string[] = [];
		const values = this.kind === "theme" ? this.effectiveValues : theme;
		for (const { name, kind, target } of this.#sets.properties?.theme ?? []) {
			const value = values[name];
			if (typeof value === "string" && (kind === "color" || kind === "font")) {
				variables[variableOf(name)] = value;
			} else if (value === "hidden" && target !== undefined) {
				hidden.push(target);
			}
		}
		const derived = derivedColors(this.#sets.properties?.theme ?? [], values, parseCssColor);
		for (const [name, [light, dark]] of Object.entries(derived)) {
			variables[name.startsWith("--") ? name : variableOf(name)] = this.isDark ? dark : light;
		}
		const activeProperty = this.#hoveredProperty ?? this.#focusedProperty;
		const scene = activeProperty === undefined ? "pages" : sceneOf(activeProperty);
		return {
			variables,
			hidden,
			logo: typeof values["logo"] === "string" ? values["logo"] : "",
			appearance: this.appearance,
			state: (activeProperty && stateOf(activeProperty)) ?? this.state,
			scene: scene === "pages" ? this.scene : scene,
			mark: this.#hoveredProperty?.target ?? this.#hoveredSelector,
			pickable: this.isPicking ? this.#pickable : [],
		};
	}

	readonly #pickable: readonly string[] = $derived.by(() =>
		this.properties
			.flatMap(({ target }) => (target === undefined || target.includes("::") ? [] : target))
			.filter((target, position, all) => all.indexOf(target) === position),
	);

	#color(dark: boolean) {
		return effectiveColor(this.properties, this.effectiveValues, dark, parseCssColor);
	}
}
