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

/** Milliseconds for which a control that was found is shown. */
const foundTime = 1_700;

/** Times that all pairs are looked at when all are mended. */
const mostRounds = 3;

const black: Color = { r: 0, g: 0, b: 0, a: 1 };
const white: Color = { r: 255, g: 255, b: 255, a: 1 };

/** Colours that are offered again at most. */
const mostColors = 16;

/** The designing of one set: what is in force by it, what is pointed at, and how the preview is to look. */
export class Design {
	readonly #sets: Sets;
	readonly #words: Words;
	appearance: Appearance = $state("system");
	/** What a person wants to see, whatever is pointed at. */
	state: ButtonState = $state("rest");
	scene: Scene = $state("pages");
	/** Whether clicks in the preview find controls. */
	picking = $state(true);
	/** The name of the other set that the preview shows: a theme's profile, a profile's theme. */
	companion = $state(standard);
	/** The property that was found last, for as long as that is shown. */
	found: string | undefined = $state();
	#pointed: Property | undefined = $state.raw();
	#focused: Property | undefined = $state.raw();
	/** The selector of what is pointed at in the preview. */
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

	/** Whether the preview shows what dark screens do. */
	get isDark(): boolean {
		return this.appearance === "dark" || (this.appearance === "system" && this.#screen.matches);
	}

	get kind(): Kind {
		return this.draft.kind;
	}

	get properties(): readonly Property[] {
		return this.#sets.properties?.[this.kind] ?? [];
	}

	/** What the standard set says, which holds where this one says nothing. */
	readonly below: Values = $derived.by(() =>
		this.draft.name === standard ? {} : (this.#sets.find(this.kind, standard)?.values ?? {}),
	);

	/** What is said, by this set or the standard one. */
	readonly said: Values = $derived.by(() => ({ ...this.below, ...this.draft.values }));

	valueOf({ name, default: builtIn }: Property): unknown {
		return this.said[name] ?? builtIn;
	}

	/** What holds where this set says nothing, in words. */
	inherited({ name, default: builtIn }: Property): string {
		const value = this.below[name] ?? builtIn;
		return typeof value === "string" ? value : "";
	}

	/** The colour of a property in force, as hex. */
	colorText({ name }: Property, dark: boolean): string {
		const color = this.#color(dark)(name);
		return color === undefined ? "#00000000" : formatHex(color);
	}

	/** The colours that the set has, the most frequent first. */
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

	/** Of each pair of colours the worse contrast of light and dark screens. */
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

	/** The pairs that have too little contrast. */
	readonly poor: readonly CheckedPair[] = $derived.by(() => this.pairs.filter(({ enough }) => !enough));

	/** The pair that is told beside a property: the one that it is in front of, or a poor one that it is behind. */
	contrastOf(name: string): CheckedPair | undefined {
		return (
			this.pairs.find(({ front }) => front === name) ??
			this.poor.find(({ front, behind }) => front === undefined && behind.at(-1) === name)
		);
	}

	/** What properties are called together. */
	wordsOf(names: readonly string[]): string {
		const last = this.properties.find(({ name }) => name === names.at(-1));
		return last === undefined ? "" : labelOf(this.#words, last);
	}

	/**
	 * Has the colour of a pair changed as little as gives it enough contrast, on light screens and on
	 * dark ones. Where no one colour has it on both, what lies behind becomes the same on both, too.
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

	/** Mends all pairs: one that is mended may be behind another one. */
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

	/** Shows what a person has chosen, until something else is pointed at. */
	show(chosen: Partial<Pick<Design, "state" | "scene">>): void {
		this.#focused = undefined;
		Object.assign(this, chosen);
	}

	/** Something is pointed at in the preview. */
	pointThere(selectors: readonly string[]): void {
		this.#there = this.picking ? (selectors[0] ?? "") : "";
	}

	/** The property that is meant by selectors, the closest first. */
	propertyOf(selectors: readonly string[]): Property | undefined {
		for (const selector of selectors) {
			const found = this.properties.find(({ target }) => target === selector);
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}

	/** Shows that a control was found. */
	find(name: string): void {
		window.clearTimeout(this.#timer);
		this.found = name;
		this.#timer = window.setTimeout(() => {
			this.found = undefined;
		}, foundTime);
	}

	/** How the preview is to look. `theme` is that of the set that goes with a profile. */
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
