import type { Appearance } from "../../core/theme/appearance";
import { type Color, formatHex } from "../../core/theme/color";
import { blackOrWhite, withContrast, flattened } from "../../core/theme/contrast";
import { derivedColors } from "../../core/theme/derived-colors";
import {
	type ButtonState,
	type PreviewState,
	type Scene,
	variableOf,
} from "../../core/messages/preview-protocol";
import { type CheckedPair, checkPairs, effectiveColor } from "../../core/theme/color-pairs";
import type { Words } from "../words.svelte";
import { labelOf, sceneOf, stateOf } from "./catalog";
import { readColor } from "./css-color";
import type { Draft } from "./draft.svelte";
import type { Sets } from "./sets.svelte";
import { type Kind, type Property, standard, type Values } from "./property-set";

/** The time in milliseconds for which a found control is highlighted. */
const foundTime = 1_700;

/** The maximum number of passes over all pairs when all are fixed. */
const mostRounds = 3;

const black: Color = { r: 0, g: 0, b: 0, a: 1 };
const white: Color = { r: 255, g: 255, b: 255, a: 1 };

/** The maximum number of colours in the palette. */
const mostColors = 16;

/** The design of one set: its effective values, the hovered element, and the state of the preview. */
export class Design {
	readonly #sets: Sets;
	readonly #words: Words;
	appearance: Appearance = $state("system");
	/** The chosen button state, unless a hovered control requires another. */
	state: ButtonState = $state("rest");
	scene: Scene = $state("pages");
	/** Whether clicks in the preview find controls. */
	picking = $state(true);
	/** The name of the other set in the preview: the profile for a theme, the theme for a profile. */
	companion = $state(standard);
	/** The property that was found last, while it is highlighted. */
	found: string | undefined = $state();
	#pointed: Property | undefined = $state.raw();
	#focused: Property | undefined = $state.raw();
	/** The selector of the hovered element in the preview. */
	#there = $state("");
	#timer: number | undefined;
	readonly #screen = window.matchMedia("(prefers-color-scheme: dark)");

	constructor(
		sets: Sets,
		words: Words,
		readonly draft: Draft,
	) {
		this.#sets = sets;
		this.#words = words;
	}

	/** Whether the preview shows dark screens. */
	get isDark(): boolean {
		return this.appearance === "dark" || (this.appearance === "system" && this.#screen.matches);
	}

	get kind(): Kind {
		return this.draft.kind;
	}

	get properties(): readonly Property[] {
		return this.#sets.properties?.[this.kind] ?? [];
	}

	/** The values of the default set, which apply where this set has none. */
	readonly below: Values = $derived.by(() =>
		this.draft.name === standard ? {} : (this.#sets.find(this.kind, standard)?.values ?? {}),
	);

	/** The values of this set, or of the default set. */
	readonly said: Values = $derived.by(() => ({ ...this.below, ...this.draft.values }));

	valueOf({ name, default: builtIn }: Property): unknown {
		return this.said[name] ?? builtIn;
	}

	/** Returns the value that applies if this set has none, in words. */
	inherited({ name, default: builtIn }: Property): string {
		const value = this.below[name] ?? builtIn;
		return typeof value === "string" ? value : "";
	}

	/** Returns the effective colour of a property, as hex. */
	colorText({ name }: Property, dark: boolean): string {
		const color = this.#color(dark)(name);
		return color === undefined ? "#00000000" : formatHex(color);
	}

	/** The colours of the set, most frequent first. */
	readonly palette: readonly string[] = $derived.by(() => {
		const counts: Record<string, number> = {};
		for (const { name, kind } of this.properties) {
			const value = this.draft.values[name];
			const color = kind === "color" && typeof value === "string" ? readColor(value) : undefined;
			if (color !== undefined && color.a > 0) {
				const hex = formatHex(color);
				counts[hex] = (counts[hex] ?? 0) + 1;
			}
		}
		return Object.entries(counts)
			.sort(([, a], [, b]) => b - a)
			.slice(0, mostColors)
			.map(([hex]) => hex);
	});

	/** The pairs of colours, each with the lower contrast of light and dark screens. */
	readonly pairs: readonly CheckedPair[] = $derived.by(() => {
		if (this.kind === "profile") {
			return [];
		}
		const dark = checkPairs(this.#color(true));
		return checkPairs(this.#color(false)).map((pair, at) => {
			const other = dark[at];
			return other !== undefined && other.ratio < pair.ratio ? other : pair;
		});
	});

	/** The pairs with too little contrast. */
	readonly poor: readonly CheckedPair[] = $derived.by(() => this.pairs.filter(({ enough }) => !enough));

	/**
	 * Returns the pair to show beside a property: the one in which it is the foreground, or one with too little
	 * contrast in which it is a background.
	 */
	contrastOf(name: string): CheckedPair | undefined {
		return (
			this.pairs.find(({ front }) => front === name) ??
			this.poor.find(({ front, behind }) => front === undefined && behind.at(-1) === name)
		);
	}

	/** Returns a common label of several properties. */
	wordsOf(names: readonly string[]): string {
		const last = this.properties.find(({ name }) => name === names.at(-1));
		return last === undefined ? "" : labelOf(this.#words, last);
	}

	/**
	 * Changes the colour of a pair as little as needed for enough contrast on light and dark screens. If no single
	 * colour has it on both, the background becomes the same on both, too.
	 */
	mend({ front, behind, least }: CheckedPair): void {
		this.draft.seal();
		const looks = [false, true].map((dark) => this.#color(dark));
		const grounds = looks.map((colorOf) => flattened(behind.flatMap((name) => colorOf(name) ?? [])));
		const at = this.isDark ? 1 : 0;
		const ground = grounds[at];
		if (ground === undefined) {
			return;
		}
		if (front === undefined) {
			const better = withContrast(ground, [black], least);
			this.draft.set(behind.at(-1) ?? "", formatHex(better ?? white));
			return;
		}
		const color = looks[at]?.(front) ?? ground;
		let better = withContrast(color, grounds, least);
		if (better === undefined) {
			for (const name of behind) {
				const there = looks[at]?.(name);
				if (there !== undefined) {
					this.draft.set(name, formatHex(there));
				}
			}
			better = withContrast(color, [ground], least);
		}
		this.draft.set(front, formatHex(better ?? blackOrWhite(ground)));
		this.draft.seal();
	}

	/** Fixes all pairs, repeatedly, because a changed colour may be the background of another pair. */
	mendAll(): void {
		for (let round = 0; round < mostRounds && this.poor.length > 0; round++) {
			for (const pair of this.poor) {
				this.mend(pair);
			}
		}
	}

	point(property: Property | undefined): void {
		this.#pointed = property;
	}

	focus(property: Property | undefined): void {
		this.#focused = property;
	}

	/** Shows a chosen state or scene, until another element is hovered. */
	show(chosen: Partial<Pick<Design, "state" | "scene">>): void {
		this.#focused = undefined;
		Object.assign(this, chosen);
	}

	/** Called when an element in the preview is hovered. */
	pointThere(selectors: readonly string[]): void {
		this.#there = this.picking ? (selectors[0] ?? "") : "";
	}

	/** Returns the property of the first matching selector; selectors are ordered from the closest. */
	propertyOf(selectors: readonly string[]): Property | undefined {
		for (const selector of selectors) {
			const found = this.properties.find(({ target }) => target === selector);
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}

	/** Highlights the control of a property. */
	find(name: string): void {
		window.clearTimeout(this.#timer);
		this.found = name;
		this.#timer = window.setTimeout(() => {
			this.found = undefined;
		}, foundTime);
	}

	/** Returns the state of the preview. `theme` has the values of the theme that accompanies a profile. */
	look(theme: Values): PreviewState {
		const variables: Record<string, string> = {};
		const hidden: string[] = [];
		const values = this.kind === "theme" ? this.said : theme;
		for (const { name, kind, target } of this.#sets.properties?.theme ?? []) {
			const value = values[name];
			if (typeof value === "string" && (kind === "color" || kind === "font")) {
				variables[variableOf(name)] = value;
			} else if (value === "hidden" && target !== undefined) {
				hidden.push(target);
			}
		}
		const derived = derivedColors(this.#sets.properties?.theme ?? [], values, readColor);
		for (const [name, [light, dark]] of Object.entries(derived)) {
			variables[name.startsWith("--") ? name : variableOf(name)] = `light-dark(${light}, ${dark})`;
		}
		const told = this.#pointed ?? this.#focused;
		const scene = told === undefined ? "pages" : sceneOf(told);
		return {
			variables,
			hidden,
			logo: typeof values["logo"] === "string" ? values["logo"] : "",
			appearance: this.appearance,
			state: (told && stateOf(told)) ?? this.state,
			scene: scene === "pages" ? this.scene : scene,
			mark: this.#pointed?.target ?? this.#there,
			pickable: this.picking ? this.#pickable : [],
		};
	}

	readonly #pickable: readonly string[] = $derived.by(() =>
		this.properties
			.flatMap(({ target }) => (target === undefined || target.includes("::") ? [] : target))
			.filter((target, place, all) => all.indexOf(target) === place),
	);

	#color(dark: boolean) {
		return effectiveColor(this.properties, this.said, dark, readColor);
	}
}
