/**
 * Matches words that may follow a suspended hyphen, such as 'und' in 'Vor- und Nachteile'. A suspended hyphen stands
 * for a part of the next word and is kept.
 */
const joiners =
	/^(?:und|oder|bzw|sowie|bis|and|or|to|et|ou|y|o|e|u|ja|tai|sekä|och|eller|en|of|ed|od|i|a|lub)(?![\p{L}\p{N}])/u;

const hyphens = "-\u2010";
const dashes = "\u2011\u2012\u2013\u2014";

/** A character class with the scripts that are written without spaces, and their punctuation. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff01-\uff60]`;
const endsUnspaced = new RegExp(`${unspaced}$`, "u");
const beginsUnspaced = new RegExp(`^${unspaced}`, "u");

/** Reports whether a word occurs on the page. The last word of each line is ignored. */
export type HasWord = (word: string) => boolean;

/**
 * Joins the lines of a paragraph: with a space, or without a space in scripts that do not use spaces. Hyphenated words
 * are joined.
 */
export function joinLines(lines: readonly string[], hasWord: HasWord): string {
	let text = "";
	for (const line of lines) {
		text = text === "" ? line : line === "" ? text : joinPair(text, line, hasWord);
	}
	return text.replaceAll("\u00ad", "");
}

function joinPair(line: string, nextLine: string, hasWord: HasWord): string {
	const last = line.at(-1) ?? "";
	if (last === "\u00ad") {
		return line.slice(0, -1) + nextLine;
	}
	if (hyphens.includes(last)) {
		return joinHyphen(line, nextLine, hasWord);
	}
	const attached = dashes.includes(last) && /\S.$/u.test(line);
	return attached || isUnspaced(line, nextLine) ? line + nextLine : `${line} ${nextLine}`;
}

/** Joins two lines at a hyphen. The hyphen is kept if the hyphenated word also occurs elsewhere on the page. */
function joinHyphen(line: string, nextLine: string, hasWord: HasWord): string {
	const stem = /(\S*)\S$/u.exec(line)?.[1] ?? "";
	if (!/[\p{L}\p{N}]$/u.test(stem) || joiners.test(nextLine)) {
		return `${line} ${nextLine}`;
	}
	const nextPart = /^[\p{L}\p{M}]+/u.exec(nextLine)?.[0] ?? "";
	const isParted = /\p{L}$/u.test(stem) && /^\p{Ll}/u.test(nextLine) && !/[/@]|www\./u.test(stem);
	const word = /[\p{L}\p{M}]*$/u.exec(stem)?.[0] ?? "";
	if (!isParted || hasWord(`${word}-${nextPart}`)) {
		return line + nextLine;
	}
	return line.slice(0, -1) + nextLine;
}

function isUnspaced(line: string, nextLine: string): boolean {
	return endsUnspaced.test(line) && beginsUnspaced.test(nextLine);
}
