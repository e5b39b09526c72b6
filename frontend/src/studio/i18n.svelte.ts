import { formatKeys, isApplePlatform } from "../core/format/key-names";
import { formatPhrase, type Phrase, type Values } from "../core/format/phrase";
import type activity from "./languages/en/activity.json";
import type designer from "./languages/en/designer.json";
import type developers from "./languages/en/developers.json";
import type folders from "./languages/en/folders.json";
import type intake from "./languages/en/intake.json";
import type library from "./languages/en/library.json";
import type reading from "./languages/en/reading.json";
import type search from "./languages/en/search.json";
import type settings from "./languages/en/settings.json";
import type shell from "./languages/en/shell.json";
import type templates from "./languages/en/templates.json";

/** The texts of the window by area. Each area has one file per language. */
interface Areas {
	activity: typeof activity;
	designer: typeof designer;
	developers: typeof developers;
	folders: typeof folders;
	intake: typeof intake;
	library: typeof library;
	reading: typeof reading;
	search: typeof search;
	settings: typeof settings;
	shell: typeof shell;
	templates: typeof templates;
}

/** The name of a phrase, such as `library.empty`. */
export type PhraseName = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];

/** The supported languages, each with its name in that language. */
export const languageNames = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
	fi: "Suomi",
	ja: "日本語",
} as const;

/** A supported language, as a BCP 47 tag. */
export type Language = keyof typeof languageNames;

const loaders = import.meta.glob<Readonly<Record<string, Phrase>>>("./languages/*/*.json", {
	import: "default",
});

/** All supported languages. */
export const supportedLanguages: readonly Language[] = (Object.keys(languageNames) as Language[]).filter(
	(language) => Object.keys(loaders).some((path) => path.startsWith(`./languages/${language}/`)),
);

/** Reports whether a language tag denotes a supported language. */
export function isLanguage(tag: string): tag is Language {
	return (supportedLanguages as readonly string[]).includes(tag);
}

/** Returns the supported language that matches best. `preferred` has language tags, the most preferred first. */
export function chooseLanguage(preferred: readonly string[]): Language {
	for (const tag of preferred) {
		const base = tag.toLowerCase().split("-")[0] ?? "";
		if (isLanguage(base)) {
			return base;
		}
	}
	return "en";
}

/** The texts of the window in one language. */
export class I18n {
	language: Language = $state("en");
	#phrases: Readonly<Record<string, Phrase>> = $state.raw({});

	/** Loads the texts of a language, and switches to it. */
	async setLanguage(language: Language): Promise<void> {
		const areas = Object.entries(loaders).filter(([path]) => path.startsWith(`./languages/${language}/`));
		const phrases = await Promise.all(
			areas.map(async ([path, load]) => {
				const area = path.slice(path.lastIndexOf("/") + 1, -".json".length);
				return Object.entries(await load()).map(([name, phrase]) => [`${area}.${name}`, phrase] as const);
			}),
		);
		this.#phrases = Object.fromEntries(phrases.flat());
		this.language = language;
		document.documentElement.lang = language;
	}

	/** Returns the translation of a phrase. If the values include `count`, it selects the plural form. */
	readonly t = (name: PhraseName, values: Values = {}): string =>
		formatPhrase(this.#phrases[name] ?? name, this.language, values);

	/**
	 * Returns the translation of a phrase; `fallback` if the phrase does not exist, for example because a newer server
	 * uses a name that this page does not know.
	 */
	readonly translateOr = (name: string, fallback: string): string =>
		name in this.#phrases ? this.t(name as PhraseName) : fallback;

	/** Formats a key combination, such as `Ctrl+F`, with the key names on keyboards of the language. */
	readonly keys = (keys: string): string =>
		formatKeys(keys, (key) => this.translateOr(`shell.key${key}`, key), isApplePlatform(navigator.platform));
}
