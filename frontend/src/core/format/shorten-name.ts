import type { TextRange } from "../search/name-matches";

/** Returns the width of a text, in the unit in which the available width is given. */
export type Measure = (text: string) => number;

/** Replaces the omitted part of a name. */
const ellipsis = "…";

/**
 * Reports whether a text fits into a number of lines of the given width. Lines break after spaces and hyphens. Only a
 * word that is wider than a line is also broken elsewhere.
 */
export function fitsLines(text: string, width: number, lines: number, measure: Measure): boolean {
	if (measure(text) <= width) {
		return true;
	}
	let count = 1;
	let used = 0;
	for (const word of lines === 1 ? [text] : text.split(/(?<=[\s-])/u)) {
		const visible = measure(word.trimEnd());
		if (used + visible > width) {
			count += used > 0 ? 1 : 0;
			const full = Math.max(Math.ceil(visible / width) - 1, 0);
			count += full;
			used = measure(word) - full * width;
		} else {
			used += measure(word);
		}
		if (count > lines) {
			return false;
		}
	}
	return true;
}

/**
 * Shortens a name until `fits` accepts it: an ellipsis replaces its middle, so that its beginning and its end stay
 * visible. The range `kept`, if any, stays visible too if there is room. Combining marks are not separated from their
 * letters.
 */
export function shortenName(name: string, fits: (text: string) => boolean, kept?: TextRange): string {
	if (fits(name)) {
		return name;
	}
	const around = kept === undefined ? undefined : shortenAround(name, kept, fits);
	return around ?? shortenText(name, fits, 0.6) ?? ellipsis;
}

/**
 * Shortens a name around a range that stays visible: omits the middle of the longer part before or after the range, or
 * else both ends of the name. Returns undefined if not even the range fits.
 */
function shortenAround(
	name: string,
	{ start, end }: TextRange,
	fits: (text: string) => boolean,
): string | undefined {
	const [before, match, after] = [name.slice(0, start), name.slice(start, end), name.slice(end)];
	const shortBefore = shortenText(before, (text) => fits(text + match + after), 0.5);
	const shortAfter = shortenText(after, (text) => fits(before + match + text), 0.5);
	if (shortBefore !== undefined && (shortAfter === undefined || before.length >= after.length)) {
		return shortBefore + match + after;
	}
	if (shortAfter !== undefined) {
		return before + match + shortAfter;
	}
	const [first, last] = [lettersOf(before), lettersOf(after)];
	const cut = (count: number) =>
		(first.length > count ? ellipsis + first.slice(first.length - count).join("") : before) +
		match +
		(last.length > count ? last.slice(0, count).join("") + ellipsis : after);
	return fits(cut(0)) ? cut(greatest(name.length, (count) => fits(cut(count)))) : undefined;
}

/**
 * Replaces the middle of a text with an ellipsis until the result fits, between words if possible. `share` is the
 * fraction (0 to 1) of the remaining letters that are before the ellipsis. Returns undefined if not even the ellipsis
 * fits.
 */
function shortenText(text: string, fits: (text: string) => boolean, share: number): string | undefined {
	const letters = lettersOf(text);
	const cut = (count: number) => {
		const head = count < 2 ? count : Math.min(Math.ceil(count * share), count - 1);
		const tail = count - head;
		return (
			letters.slice(0, endOfWord(letters, head)).join("").trimEnd() +
			ellipsis +
			letters
				.slice(startOfWord(letters, letters.length - tail))
				.join("")
				.trimStart()
		);
	};
	if (letters.length === 0 || !fits(cut(0))) {
		return undefined;
	}
	return cut(greatest(letters.length - 1, (count) => fits(cut(count))));
}

/** The maximum number of additional letters that are omitted to avoid cutting a word in two. */
const maxOmitted = 6;
const isSeparator = (letter: string | undefined) => letter !== undefined && /[\s_-]/u.test(letter);

/**
 * Returns the end of the last whole word in the first `end` letters. Returns `end` itself if that word ends more than
 * `maxOmitted` letters earlier.
 */
function endOfWord(letters: readonly string[], end: number): number {
	for (let index = end; index > 0 && end - index <= maxOmitted; index--) {
		if (isSeparator(letters[index])) {
			return index;
		}
	}
	return end;
}

/**
 * Returns the start of the first whole word from `start` on. Returns `start` itself if that word starts more than
 * `maxOmitted` letters later.
 */
function startOfWord(letters: readonly string[], start: number): number {
	for (let index = start; index < letters.length && index - start <= maxOmitted; index++) {
		if (isSeparator(letters[index - 1])) {
			return index;
		}
	}
	return start;
}

/**
 * Returns the greatest number from 0 to `limit` for which `holds` is true. `holds` must be true for 0 and for every
 * number below the result.
 */
function greatest(limit: number, holds: (count: number) => boolean): number {
	let [low, high] = [0, limit];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (holds(middle)) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function lettersOf(text: string): string[] {
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
