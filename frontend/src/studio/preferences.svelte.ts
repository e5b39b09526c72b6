import { type Appearance, parseAppearance } from "../core/theme/appearance";
import { Scheme } from "./appearance";
import type { Bridge, Preferences as Kept } from "./bridge";
import { chooseLanguage, isLanguage, type Language, type Words } from "./words.svelte";

/** Where a browser keeps what its person has chosen. */
const names = { appearance: "lectern.appearance", language: "lectern.language" };

/** What the program around the window does. */
interface Program extends Pick<Kept, "startAtLogin" | "keepRunning"> {
	/** Whether it can go on without a window. */
	readonly canHide: boolean;
}

/**
 * What a person has chosen for this window. The program around it keeps that; in an ordinary browser the browser does.
 * It is also kept by the page where there is a program, which is asked too late for the first picture.
 */
export class Preferences {
	readonly #words: Words;
	readonly #bridge: Bridge | undefined;
	appearance: Appearance = $state("system");
	/** "" for the system's. */
	language: Language | "" = $state("");
	/** What only the program can do; undefined without one. */
	program: Program | undefined = $state.raw();
	readonly #scheme = new Scheme();

	constructor(words: Words, bridge: Bridge | undefined) {
		this.#words = words;
		this.#bridge = bridge;
		this.appearance = parseAppearance(localStorage.getItem(names.appearance));
		this.language = parseLanguage(localStorage.getItem(names.language));
		this.#scheme.apply(this.appearance);
	}

	/** Speaks the language that was chosen, and asks the program for what it keeps. */
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

	/** Changes what is given. Where the program does not take it, all is as before. */
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
