import { numbers, plurals } from "./formatters";
import { fillPlaceholders } from "./placeholders";

/** A sentence; or its plural forms, keyed by the CLDR names of the plural categories. */
export type Phrase = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The values of a phrase's placeholders; `count` selects the plural form. */
export type Values = Readonly<Record<string, string | number>>;

/** Formats a phrase in a language (BCP 47), with numbers in the notation of that language. */
export function formatPhrase(phrase: Phrase, language: string, values: Values = {}): string {
	const formatted: Record<string, string> = {};
	for (const [name, value] of Object.entries(values)) {
		formatted[name] = typeof value === "number" ? numbers.get(language).format(value) : value;
	}
	return fillPlaceholders(
		typeof phrase === "string" ? phrase : formOf(phrase, language, values["count"]),
		formatted,
	);
}

function formOf(phrase: Exclude<Phrase, string>, language: string, count: string | number | undefined) {
	const rule = plurals.get(language).select(Number(count ?? 0));
	return phrase[rule] ?? phrase.other;
}
