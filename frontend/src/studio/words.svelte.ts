import { type Phrase, type Values, formatPhrase } from "../core/format/phrase";
import type activity from "./languages/en/activity.json";
import type designer from "./languages/en/designer.json";
import type developers from "./languages/en/developers.json";
import type folders from "./languages/en/folders.json";
import type intake from "./languages/en/intake.json";
import type library from "./languages/en/library.json";
import type reading from "./languages/en/reading.json";
import type settings from "./languages/en/settings.json";
import type shell from "./languages/en/shell.json";
import type templates from "./languages/en/templates.json";

/** What the window says, by its areas; a file each. */
interface Areas {
	activity: typeof activity;
	designer: typeof designer;
	developers: typeof developers;
	folders: typeof folders;
	intake: typeof intake;
	library: typeof library;
	reading: typeof reading;
	settings: typeof settings;
	shell: typeof shell;
	templates: typeof templates;
}

/** A phrase's name, such as `library.empty`. */
export type PhraseName = { [Area in keyof Areas]: `${Area}.${keyof Areas[Area] & string}` }[keyof Areas];

/** The languages that the window speaks, by their own names. */
export const languageNames = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
	fi: "Suomi",
	ja: "日本語",
} as const;

/** A language that the window speaks, as a tag of BCP 47. */
export type Language = keyof typeof languageNames;

const loaders = import.meta.glob<Readonly<Record<string, Phrase>>>("./languages/*/*.json", {
	import: "default",
});

/** The languages whose phrases there are. */
export const spokenLanguages: readonly Language[] = (Object.keys(languageNames) as Language[]).filter(
	(language) => Object.keys(loaders).some((path) => path.startsWith(`./languages/${language}/`)),
);

/** Whether a tag is that of a language that the window speaks. */
export function isLanguage(tag: string): tag is Language {
	return (spokenLanguages as readonly string[]).includes(tag);
}

/** The best language for a list of those that a person reads, best first. */
export function chooseLanguage(wanted: readonly string[]): Language {
	for (const tag of wanted) {
		const base = tag.toLowerCase().split("-")[0] ?? "";
		if (isLanguage(base)) {
			return base;
		}
	}
	return "en";
}

/** What the window says, in one language. */
export class Words {
	language: Language = $state("en");
	#phrases: Readonly<Record<string, Phrase>> = $state.raw({});

	/** Learns a language's phrases, and then speaks it. */
	async speak(language: Language): Promise<void> {
		const areas = Object.entries(loaders).filter(([path]) => path.startsWith(`./languages/${language}/`));
		const learnt = await Promise.all(
			areas.map(async ([path, load]) => {
				const area = path.slice(path.lastIndexOf("/") + 1, -".json".length);
				return Object.entries(await load()).map(([name, phrase]) => [`${area}.${name}`, phrase] as const);
			}),
		);
		this.#phrases = Object.fromEntries(learnt.flat());
		this.language = language;
		document.documentElement.lang = language;
	}

	/** A phrase in words. `count` among the values chooses the form that the language has for a number. */
	readonly say = (name: PhraseName, values: Values = {}): string =>
		formatPhrase(this.#phrases[name] ?? name, this.language, values);

	/** A phrase that there may be none for, as for what a later server names; then `other`. */
	readonly named = (name: string, other: string): string =>
		name in this.#phrases ? this.say(name as PhraseName) : other;

	/** Keys that are pressed together, such as `Ctrl+F`, as keyboards of the language have them written. */
	readonly keys = (keys: string): string =>
		keys.replace(/\b(Ctrl|Shift|Alt|Del|Space|PgUp|PgDn)\b/g, (key) =>
			this.say(`shell.key${key}` as PhraseName),
		);
}
