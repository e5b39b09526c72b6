import type { Box, PageWords, Word } from "./page-text";

/**
 * A range of consecutive letters of a page, the end excluded. Letters are numbered from 0 through all words of the
 * page, without the characters between words. Each UTF-16 unit counts as one letter.
 */
export interface LetterRange {
	readonly from: number;
	readonly to: number;
}

/** A word of a page, and the number of its first letter. */
export interface NumberedWord extends Word {
	readonly firstLetter: number;
}

/** Returns the numbered words of each line of a page. */
export function numberedLines({ lines }: PageWords): NumberedWord[][] {
	let firstLetter = 0;
	return lines.map(({ words }) =>
		words.map((word) => {
			const numbered = { ...word, firstLetter };
			firstLetter += word.text.length;
			return numbered;
		}),
	);
}

/**
 * Returns the ranges of letters that boxes cover. A hit has one box for each line that it spans. Ranges in consecutive
 * words are joined.
 */
export function letterRangesUnder(words: readonly NumberedWord[], boxes: readonly Box[]): LetterRange[] {
	const ranges: LetterRange[] = [];
	let last = -2;
	words.forEach((word, index) => {
		for (const box of boxes) {
			const part = lettersUnder(word, box);
			if (part !== undefined) {
				const joined = index <= last + 1 ? ranges.pop() : undefined;
				ranges.push({ from: joined?.from ?? word.firstLetter + part.from, to: word.firstLetter + part.to });
				last = index;
			}
		}
	});
	return ranges;
}

/** Returns the letters of a word that a box covers; undefined if the box covers less than half a letter. */
function lettersUnder({ text, box: wordBox, fixed = false }: Word, box: Box): LetterRange | undefined {
	if (wordBox[2] < box[0] || box[2] < wordBox[0] || wordBox[3] < box[1] || box[3] < wordBox[1]) {
		return undefined;
	}
	const [mainSpan, crossSpan] = isVertical(text, wordBox)
		? [verticalSpan, horizontalSpan]
		: [horizontalSpan, verticalSpan];
	const thickness = Math.min(lengthOf(crossSpan(wordBox)), lengthOf(crossSpan(box)));
	if (overlapLength(crossSpan(wordBox), crossSpan(box)) < thickness / 2) {
		return undefined; // the box is on another line
	}
	const [start, end] = mainSpan(wordBox);
	if (end <= start) {
		return { from: 0, to: text.length };
	}
	const [first, last] = mainSpan(box);
	const fraction = (position: number) => (position - start) / (end - start);
	const [startFraction, endFraction] = rightToLeft.test(text)
		? [1 - fraction(last), 1 - fraction(first)]
		: [fraction(first), fraction(last)];
	const widths = Array.from(text, fixed ? () => 1 : estimateWidth);
	const [from, to] = [letterAt(text, widths, startFraction), letterAt(text, widths, endFraction)];
	return from < to ? { from, to } : undefined;
}

/** The start and end of a box along an axis. */
type Span = readonly [start: number, end: number];

function horizontalSpan([x0, , x1]: Box): Span {
	return [x0, x1];
}

function verticalSpan([, y0, , y1]: Box): Span {
	return [y0, y1];
}

function lengthOf([start, end]: Span): number {
	return end - start;
}

/** Returns the length of the overlap of two spans. */
function overlapLength(a: Span, b: Span): number {
	return Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
}

/** A box of several letters is on a vertical line if the ratio of its height to its width is at least this number. */
const minVerticalRatio = 1.5;

function isVertical(text: string, box: Box): boolean {
	return (
		Array.from(text).length > 1 &&
		lengthOf(verticalSpan(box)) > minVerticalRatio * lengthOf(horizontalSpan(box))
	);
}

/** Matches a word whose first letter belongs to a script that runs from right to left. */
const rightToLeft = /^\P{L}*[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/**
 * Returns the index of the letter boundary that is nearest to a fraction of a word's length. `widths` are the widths of
 * its letters, in any unit.
 */
function letterAt(text: string, widths: readonly number[], fraction: number): number {
	const totalWidth = widths.reduce((sum, width) => sum + width, 0);
	let [nearest, distance] = [0, Math.abs(fraction)];
	let [offset, position] = [0, 0];
	for (const [index, letter] of Array.from(text).entries()) {
		offset += letter.length;
		position += (widths[index] ?? 0) / (totalWidth || 1);
		// If distances are equal, the later boundary is chosen, because a combining mark belongs to the letter before
		// it.
		if (Math.abs(fraction - position) <= distance && fraction > 0) {
			[nearest, distance] = [offset, Math.abs(fraction - position)];
		}
	}
	return nearest;
}

/**
 * Returns the width that the server assumes for a letter when it locates a part of a word in a proportional font. An
 * average letter has the width 1.
 */
function estimateWidth(letter: string): number {
	if (/\p{M}/u.test(letter)) {
		return 0;
	}
	if (".,:;-'’\"!|/()[]Iijltfr".includes(letter)) {
		return 0.5;
	}
	if (/[mw\p{Lu}]/u.test(letter)) {
		return 1.3;
	}
	return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(letter) ? 2 : 1;
}
