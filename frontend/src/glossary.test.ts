import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

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

/**
 * Words that the texts of one area must not use, because they are the names of other things in that area. For example,
 * the tags of documents are not the placeholders of templates. Templates and activities have tasks, not runs. Links are
 * revoked, like keys, and do not end.
 */
const avoidedInAreas: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
	templates: {
		en: /\b(?:tags?|runs?)\b/i,
		de: /(?<!Monat-)\bTags?\b|Ausführung/,
		fr: /étiquette|exécution/i,
		es: /etiqueta|ejecuci/i,
		fi: /\btagi|\bajo(?:t|ja|n)?\b/i,
		ja: /タグ|実行/,
	},
	activity: {
		en: /\bruns?\b/i,
		de: /Ausführung/,
		fr: /exécution/i,
		es: /ejecuci/i,
		fi: /\bajo(?:t|ja|n)?\b/i,
		ja: /実行(?!中)/,
	},
	reading: {
		en: /\bend(?:s|ed)?\b/i,
		de: /beende/i,
		fr: /désactiv/i,
		es: /desactiv/i,
		fi: /päät(?:ä|e|t)/i,
		ja: /終了/,
	},
	settings: {
		en: /\brole\b/i,
		de: /\bRolle/,
		fr: /\brôle/i,
		es: /\brol\b/i,
		fi: /rooli/i,
		ja: /ロール/,
	},
};

/** Returns the texts of a language in the studio, in the viewer and in the messages of the server. */
function textsOf(language: string): string[] {
	const studio = join(import.meta.dirname, "studio/languages", language);
	const files = [
		join(import.meta.dirname, `viewer/languages/${language}.json`),
		...(language === "en" ? [] : [join(import.meta.dirname, `sentences/${language}.json`)]),
		...readdirSync(studio).map((file) => join(studio, file)),
	];
	return files.flatMap((file) => textsIn(file));
}

/** Returns the texts in a file whose keys match a pattern, in all their plural forms. */
function textsIn(file: string, keys = /^/): string[] {
	const phrases = JSON.parse(readFileSync(file, "utf8")) as Record<string, string | Record<string, string>>;
	return Object.entries(phrases)
		.filter(([key]) => keys.test(key))
		.flatMap(([, phrase]) => (typeof phrase === "string" ? [phrase] : Object.values(phrase)));
}

test.each(Object.entries(avoided))("%s uses one word for a thing", (language, words) => {
	const texts = textsOf(language);
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => words.test(text.replaceAll(/\{\w+\}/g, "")))).toEqual([]);
});

describe.each(Object.entries(avoidedInAreas))("%s", (area, languages) => {
	test.each(Object.entries(languages))("%s uses the words of the area", (language, words) => {
		const texts = textsIn(join(import.meta.dirname, "studio/languages", language, `${area}.json`));
		expect(texts.length).toBeGreaterThan(20);
		expect(texts.filter((text) => words.test(text.replaceAll(/\{\w+\}/g, "")))).toEqual([]);
	});
});

test.each(Object.entries(avoidedInAreas["templates"] ?? {}).filter(([language]) => language !== "en"))(
	"messages of the server about templates use the words of the area in %s",
	(language, words) => {
		const file = join(import.meta.dirname, `sentences/${language}.json`);
		const texts = textsIn(file, /^(?:template|crm-query)-/);
		expect(texts.length).toBeGreaterThan(20);
		expect(texts.filter((text) => words.test(text.replaceAll(/\{\w+\}/g, "")))).toEqual([]);
	},
);
