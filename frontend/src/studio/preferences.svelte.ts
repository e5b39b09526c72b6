import { type Appearance, parseAppearance } from "../core/theme/appearance";
import { AppearanceOverride } from "./appearance";
import type { Bridge, Preferences as StoredPreferences } from "./bridge";
import { chooseLanguage, type I18n, isLanguage, type Language } from "./i18n.svelte";

/** The names under which a browser stores preferences. */
const storageKeys = { appearance: "lectern.appearance", language: "lectern.language" };

/** The settings of the desktop program. */
interface Program extends Pick<StoredPreferences, "startAtLogin" | "keepRunning"> {
	/** Whether the program can keep running while its window is closed. */
	readonly canHide: boolean;
}

/**
 * The user's preferences for this window. They are stored by the browser or by the desktop program. In the desktop
 * program, the page stores them as well, because the program's response comes too late for the first frame.
 */
export class Preferences {
	readonly #i18n: I18n;
	readonly #bridge: Bridge | undefined;
	appearance: Appearance = $state("system");
	/** The chosen language; "" for the system's. */
	language: Language | "" = $state("");
	/** The settings of the desktop program; undefined in a browser. */
	program: Program | undefined = $state.raw();
	readonly #appearanceOverride = new AppearanceOverride();

	constructor(i18n: I18n, bridge: Bridge | undefined) {
		this.#i18n = i18n;
		this.#bridge = bridge;
		this.appearance = parseAppearance(localStorage.getItem(storageKeys.appearance));
		this.language = parseLanguage(localStorage.getItem(storageKeys.language));
		this.#appearanceOverride.apply(this.appearance);
	}

	/** Loads the language, and reads the program's settings. */
	async load(): Promise<void> {
		const bridge = this.#bridge;
		const program = bridge?.Connection();
		await this.#loadLanguage();
		if (program !== undefined) {
			const { canHide, preferences } = await program;
			const { appearance, language, startAtLogin, keepRunning } = preferences;
			this.program = { startAtLogin, keepRunning, canHide };
			await this.#applyDisplay(parseAppearance(appearance), parseLanguage(language));
		}
	}

	/** Changes preferences. If the desktop program rejects the change, reverts it and throws the error. */
	async change(changes: Partial<StoredPreferences>): Promise<void> {
		const before = this.#current;
		const next = { ...before, ...changes };
		await this.#apply(next);
		try {
			await this.#bridge?.SetPreferences(next);
		} catch (error) {
			await this.#apply(before);
			throw error;
		}
	}

	get #current(): StoredPreferences {
		return {
			startAtLogin: this.program?.startAtLogin ?? false,
			keepRunning: this.program?.keepRunning ?? false,
			language: this.language,
			appearance: this.appearance,
		};
	}

	async #apply({ appearance, language, startAtLogin, keepRunning }: StoredPreferences): Promise<void> {
		if (this.program !== undefined) {
			this.program = { ...this.program, startAtLogin, keepRunning };
		}
		await this.#applyDisplay(appearance, parseLanguage(language));
	}

	async #applyDisplay(appearance: Appearance, language: Language | ""): Promise<void> {
		this.appearance = appearance;
		localStorage.setItem(storageKeys.appearance, appearance);
		this.#appearanceOverride.apply(appearance);
		if (language !== this.language) {
			this.language = language;
			localStorage.setItem(storageKeys.language, language);
			await this.#loadLanguage();
		}
	}

	#loadLanguage(): Promise<void> {
		return this.#i18n.setLanguage(this.language === "" ? chooseLanguage(navigator.languages) : this.language);
	}
}

function parseLanguage(text: string | null): Language | "" {
	const tag = text?.split("-")[0] ?? "";
	return isLanguage(tag) ? tag : "";
}
