import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Phrase } from "../core/format/phrase";

type Phrases = Readonly<Record<string, Phrase>>;

const folder = join(import.meta.dirname, "languages");
const languages = readdirSync(folder);
/** The texts of all areas in all languages. */
const areas = languages.flatMap((language) =>
	readdirSync(join(folder, language)).map((file) => [language, file] as const),
);

function phrasesOf(language: string, file: string): Phrases {
	return JSON.parse(readFileSync(join(folder, language, file), "utf8")) as Phrases;
}

/**
 * Returns the plural categories of a language that occur for the integers 0 to 1,000, each with the number of these
 * integers in it.
 */
function categoriesOf(language: string): ReadonlyMap<string, number> {
	const rules = new Intl.PluralRules(language);
	const categories = new Map<string, number>();
	for (let number = 0; number <= 1000; number++) {
		const category = rules.select(number);
		categories.set(category, (categories.get(category) ?? 0) + 1);
	}
	return categories;
}

/** Returns the forms of a phrase by plural category. A phrase without plural forms has only the form `other`. */
function formsOf(phrase: Phrase | undefined): Readonly<Record<string, string>> {
	return typeof phrase === "object" ? phrase : { other: phrase ?? "" };
}

/** Returns the placeholders of a sentence. */
function placeholdersOf(sentence: string | undefined): string[] {
	return [...(sentence ?? "").matchAll(/\{\w+\}/g)].map(String).sort();
}

test("the window speaks six languages", () => {
	expect(languages.sort()).toEqual(["de", "en", "es", "fi", "fr", "ja"]);
});

test.each(languages)("%s has every area, and no other", (language) => {
	expect(readdirSync(join(folder, language)).sort()).toEqual(readdirSync(join(folder, "en")).sort());
});

describe.each(areas)("%s/%s", (language, file) => {
	const phrases = phrasesOf(language, file);
	const english = phrasesOf("en", file);
	const categories = categoriesOf(language);

	test("has every phrase, and no other", () => {
		expect(Object.keys(phrases)).toEqual(Object.keys(english));
		expect(Object.values(phrases).flatMap((phrase) => Object.values(formsOf(phrase)))).not.toContain("");
	});

	test.each(Object.entries(english))("has the forms and places of %s", (name, model) => {
		const forms = formsOf(phrases[name]);
		if (typeof model === "object" || typeof phrases[name] === "object") {
			expect(Object.keys(forms).sort()).toEqual([...categories.keys()].sort());
		}
		const wanted = placeholdersOf(formsOf(model)["other"]);
		for (const [category, form] of Object.entries(forms)) {
			// If a category contains only one number, its form may express this number by a word, such as “once”,
			// instead of the placeholder {count}.
			const spelt = categories.get(category) === 1 && !form.includes("{count}");
			expect(placeholdersOf(form)).toEqual(spelt ? wanted.filter((place) => place !== "{count}") : wanted);
		}
	});
});
