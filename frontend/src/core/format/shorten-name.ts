import type { TextRange } from "../search/name-matches";

/** Returns the width of a text. */
export type Measure = (text: string) => number;

/** The sign for a part that was left out. */
const ellipsis = "…";

/**
 * Reports whether a text fits into a number of lines of a width, if lines break after spaces and hyphens, and elsewhere
 * only within a word that is wider than a line.
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
 * Leaves out the middle of a name until the rest fits, so that its beginning and its end stay. With `kept`, that range
 * stays as well if it fits. Letters with their marks are not divided.
 */
export function shortenName(name: string, fits: (text: string) => boolean, kept?: TextRange): string {
	if (fits(name)) {
		return name;
	}
	const around = kept === undefined ? undefined : shortenAround(name, kept, fits);
	return around ?? shortenText(name, fits, 0.6) ?? ellipsis;
}

/** Leaves out the middle of what is before or after a range, or both ends of the name if that is not enough. */
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
 * Leaves out the middle of a text until the rest fits; `share` is the part of the rest that is at the beginning.
 * Returns undefined if not even the ellipsis fits.
 */
function shortenText(text: string, fits: (text: string) => boolean, share: number): string | undefined {
	const letters = lettersOf(text);
	const cut = (count: number) => {
		const head = count < 2 ? count : Math.min(Math.ceil(count * share), count - 1);
		const tail = count - head;
		return (
			letters.slice(0, head).join("").trimEnd() +
			ellipsis +
			letters
				.slice(letters.length - tail)
				.join("")
				.trimStart()
		);
	};
	if (letters.length === 0 || !fits(cut(0))) {
		return undefined;
	}
	return cut(greatest(letters.length - 1, (count) => fits(cut(count))));
}

/** Returns the greatest number up to `most` that meets a condition, which 0 and all below that number meet. */
function greatest(most: number, holds: (count: number) => boolean): number {
	let [low, high] = [0, most];
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
