/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface TextRange {
	readonly start: number;
	readonly end: number;
}

/** The replacements of letters that people type in different ways. The server's search replaces the same letters. */
const spellings: Readonly<Record<string, string>> = {
	ß: "ss",
	æ: "ae",
	œ: "oe",
	þ: "th",
	ø: "o",
	ł: "l",
	đ: "d",
	ð: "d",
	ħ: "h",
	ŧ: "t",
	ı: "i",
	ٱ: "ا",
	ی: "ي",
	ى: "ي",
	ک: "ك",
	ة: "ه",
	ہ: "ه",
};

/** The digit zero in each of the scripts whose digits are folded. In Unicode, the other nine digits follow it. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/**
 * Returns the ranges of a name that match a text. Like the server's search, the comparison ignores case, accents and
 * other marks, compatibility forms, and the script of digits.
 */
export function nameMatches(name: string, text: string): TextRange[] {
	const wanted = fold(text.trim()).letters.join("");
	if (wanted === "") {
		return [];
	}
	const { letters, ends } = fold(name);
	const folded = letters.join("");
	const ranges: TextRange[] = [];
	for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
		const end = ends[at + wanted.length - 1] ?? name.length;
		const start = startOf(ends, at);
		if (start >= (ranges.at(-1)?.end ?? 0)) {
			ranges.push({ start, end: skipMarks(name, end) });
		}
	}
	return ranges;
}

/** Returns the offset in the name of the letter from which the folded unit at `index` originates. */
function startOf(ends: readonly number[], index: number): number {
	const end = ends[index] ?? 0;
	let first = index;
	while (first > 0 && ends[first - 1] === end) {
		first--;
	}
	return first === 0 ? 0 : (ends[first - 1] ?? 0);
}

/** Returns an offset moved past the combining marks that follow it. */
function skipMarks(name: string, end: number): number {
	return end + (/^[\p{M}\p{Cf}ـ]+/u.exec(name.slice(end))?.[0].length ?? 0);
}

/**
 * Returns the folded UTF-16 units of a text. For each of these units, `ends` has the end of its original letter in the
 * text.
 */
function fold(text: string): { letters: string[]; ends: number[] } {
	const letters: string[] = [];
	const ends: number[] = [];
	let end = 0;
	for (const letter of text) {
		end += letter.length;
		for (const unit of foldLetter(letter)) {
			letters.push(unit);
			ends.push(end);
		}
	}
	return { letters, ends };
}

function foldLetter(letter: string): string[] {
	return Array.from(letter.normalize("NFKD").replace(/[\p{M}\p{Cf}ـ]/gu, ""))
		.map((part) => part.toUpperCase().toLowerCase())
		.map((part) => spellings[part] ?? foldDigit(part))
		.join("")
		.split("");
}

function foldDigit(letter: string): string {
	const code = letter.codePointAt(0) ?? 0;
	const zero = zeros.find((first) => first <= code && code <= first + 9);
	return zero === undefined ? letter : String(code - zero);
}
