import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Words that a language must not use: the glossary of interface terms in CONTRIBUTING.md has another word for the same
 * thing, or the word is not plain.
 */
const avoided: Readonly<Record<string, RegExp>> = {
	en: /\b(?:hits?|mends?|in force|anew|whoever|for good|go on|told|refused)\b/i,
	de: /umwand|umgewand|Betrachter|Rechner|benutz|Fundstelle|\bgezeigt|Tastenkürzel|Vorige |Das Feld „|von selbst|[a-zäöüß] …$/,
	fr: /destinataire|occurrence|téléverser|produire|scellé/i,
	es: /arran(?:ca|que)|renombr|conversor|máquina|selló/i,
	fi: /osuma|sinetöi|vahingoittu|tietosarja/i,
	ja: /ウインド|ごみ箱|メモリー|マシン|原本|コンバーター|封印|[（）]/,
};

/** Returns the texts of a language in the studio, in the viewer and in the messages of the server. */
function textsOf(language: string): string[] {
	const studio = join(import.meta.dirname, "studio/languages", language);
	const files = [
		join(import.meta.dirname, `viewer/languages/${language}.json`),
		...(language === "en" ? [] : [join(import.meta.dirname, `sentences/${language}.json`)]),
		...readdirSync(studio).map((file) => join(studio, file)),
	];
	return files.flatMap((file) => {
		const phrases = JSON.parse(readFileSync(file, "utf8")) as Record<string, string | Record<string, string>>;
		return Object.values(phrases).flatMap((phrase) =>
			typeof phrase === "string" ? [phrase] : Object.values(phrase),
		);
	});
}

test.each(Object.entries(avoided))("%s uses one word for a thing", (language, words) => {
	const texts = textsOf(language);
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => words.test(text.replaceAll(/\{\w+\}/g, "")))).toEqual([]);
});
