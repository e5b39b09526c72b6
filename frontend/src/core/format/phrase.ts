import { numbers, plurals } from "./formatters";
import { fill } from "./placeholders";

/** A sentence, or one for each form that its language has for a number, by CLDR's names. */
export type Phrase = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** What stands in the places of a phrase; `count` chooses its form. */
export type Values = Readonly<Record<string, string | number>>;

/** Words a phrase in a language (BCP 47). Numbers are written as the language writes them. */
export function word(phrase: Phrase, language: string, values: Values = {}): string {
	const written: Record<string, string> = {};
	for (const [name, value] of Object.entries(values)) {
		written[name] = typeof value === "number" ? numbers.of(language).format(value) : value;
	}
	return fill(typeof phrase === "string" ? phrase : formOf(phrase, language, values["count"]), written);
}

function formOf(phrase: Exclude<Phrase, string>, language: string, count: string | number | undefined) {
	const rule = plurals.of(language).select(Number(count ?? 0));
	return phrase[rule] ?? phrase.other;
}
