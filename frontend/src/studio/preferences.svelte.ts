import { type Appearance, parseAppearance } from "../core/theme/appearance";
import { Scheme } from "./appearance";
import type { Bridge, Preferences as Kept } from "./bridge";
import { chooseLanguage, isLanguage, type Language, type Words } from "./words.svelte";

/** The names under which a browser stores preferences. */
const names = { appearance: "lectern.appearance", language: "lectern.language" };

/** The settings of the program around the window. */
interface Program extends Pick<Kept, "startAtLogin" | "keepRunning"> {
	/** Whether the program can keep running without a window. */
	readonly canHide: boolean;
}

/**
 * The user's preferences for this window, stored by the desktop program or by the browser. The page stores them as
 * well, because the program responds too late for the first frame.
 */
export class Preferences {
	readonly #words: Words;
	readonly #bridge: Bridge | undefined;
	appearance: Appearance = $state("system");
	/** The chosen language; "" for the system's. */
	language: Language | "" = $state("");
	/** The settings of the desktop program; undefined in a browser. */
	program: Program | undefined = $state.raw();
	readonly #scheme = new Scheme();

	constructor(words: Words, bridge: Bridge | undefined) {
		this.#words = words;
		this.#bridge = bridge;
		this.appearance = parseAppearance(localStorage.getItem(names.appearance));
		this.language = parseLanguage(localStorage.getItem(names.language));
		this.#scheme.apply(this.appearance);
	}

	/** Loads the language, and reads the program's settings. */
	async begin(): Promise<void> {
		const bridge = this.#bridge;
		const program = bridge?.Connection();
		await this.#speak();
		if (program !== undefined) {
			const { canHide, preferences } = await program;
			const { appearance, language, startAtLogin, keepRunning } = preferences;
			this.program = { startAtLogin, keepRunning, canHide };
			await this.#show(parseAppearance(appearance), parseLanguage(language));
		}
	}

	/** Changes preferences. If the program rejects the change, it is reverted. */
	async change(changes: Partial<Kept>): Promise<void> {
		const before = this.#kept;
		const next = { ...before, ...changes };
		await this.#use(next);
		try {
			await this.#bridge?.SetPreferences(next);
		} catch (error) {
			await this.#use(before);
			throw error;
		}
	}

	get #kept(): Kept {
		return {
			startAtLogin: this.program?.startAtLogin ?? false,
			keepRunning: this.program?.keepRunning ?? false,
			language: this.language,
			appearance: this.appearance,
		};
	}

	async #use({ appearance, language, startAtLogin, keepRunning }: Kept): Promise<void> {
		if (this.program !== undefined) {
			this.program = { ...this.program, startAtLogin, keepRunning };
		}
		await this.#show(appearance, parseLanguage(language));
	}

	async #show(appearance: Appearance, language: Language | ""): Promise<void> {
		this.appearance = appearance;
		localStorage.setItem(names.appearance, appearance);
		this.#scheme.apply(appearance);
		if (language !== this.language) {
			this.language = language;
			localStorage.setItem(names.language, language);
			await this.#speak();
		}
	}

	#speak(): Promise<void> {
		return this.#words.speak(this.language === "" ? chooseLanguage(navigator.languages) : this.language);
	}
}

function parseLanguage(text: string | null): Language | "" {
	const tag = text?.split("-")[0] ?? "";
	return isLanguage(tag) ? tag : "";
}
