/** A box in points: left, top, right, bottom, from the page's top left corner. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** A word of a page and its position. */
export interface Word {
	readonly text: string;
	readonly box: Box;
	/** Whether the characters divide the box evenly, as in monospaced fonts. */
	readonly fixed?: boolean;
}

/** A line of words in reading order. */
export interface Line {
	readonly box: Box;
	readonly words: readonly Word[];
}

/** The target of a link or an entry of the outline. */
export interface Target {
	/** The page, from 1; undefined if the target is outside the document. */
	readonly page?: number;
	/** The position on the page, in points from its top left corner. */
	readonly left?: number;
	readonly top?: number;
	/** The address, with scheme http, https or mailto. */
	readonly uri?: string;
}

/** A link of a page, and its box. */
export interface PageLink {
	readonly box: Box;
	readonly target: Target;
}

/** The kind of a block. `other` is text outside the content, such as the page number. */
export type BlockKind = "heading" | "paragraph" | "item" | "table" | "caption" | "other";

/** A block of lines that belong together. */
export interface Block {
	readonly kind: BlockKind;
	/** The level of a heading, from 1 to 6, or the nesting depth of a list item, from 1. */
	readonly level?: number;
	/** The number of the block's first line, from 0. */
	readonly first: number;
	readonly count: number;
	/** The rows of a table: the number of lines of each cell, in order. */
	readonly rows?: readonly (readonly number[])[];
	/** The lines that end with a line break made by the author. The first line of the block has the number 0. */
	readonly breaks?: readonly number[];
	/** Whether the block continues on the next page. */
	readonly continues?: boolean;
}

/** The words of a page, as in the server's `<n>.json`. Sizes are in points. */
export interface PageWords {
	readonly page: number;
	readonly width: number;
	readonly height: number;
	readonly lines: readonly Line[];
	/** Undefined if the browser has cached the response of an older server. */
	readonly blocks?: readonly Block[];
	readonly links?: readonly PageLink[];
}

/**
 * A word of the transparent text that is placed over the picture of a page. Lengths are points; `start` runs along the
 * line's direction.
 */
export interface PlacedWord {
	readonly text: string;
	readonly start: number;
	/**
	 * The distance to the start of the next word. The box of a word extends to the next word, so that a selection has
	 * no gaps.
	 */
	readonly length: number;
	/** The letter spacing that makes the text as long as in the picture. */
	readonly spacing: number;
	/** The extra width of the space after the word. It makes the space as wide as the gap in the picture. */
	readonly wordSpacing: number;
}

/** A line of the transparent text that is placed over the picture of a page. Lengths are points. */
export interface PlacedLine {
	readonly left: number;
	readonly top: number;
	/** The length of the line along its direction. */
	readonly length: number;
	readonly thickness: number;
	readonly fontSize: number;
	/** Whether the line runs vertically, from top to bottom. */
	readonly vertical: boolean;
	readonly words: readonly PlacedWord[];
}

/** Returns the width of a text in ems, as the browser draws it. */
export type Measure = (text: string) => number;

/** The default ratio of font size to line height; the rest is ascent and descent. */
const fontSizeRatio = 0.82;

/** Places a line's words so that the invisible text covers the letters of the picture. */
export function placeLine(line: Line, measure: Measure): PlacedLine {
	const vertical = isVertical(line);
	const [x0, y0, x1, y1] = line.box;
	const thickness = Math.max(vertical ? x1 - x0 : y1 - y0, 1);
	const [from, to] = vertical ? ([1, 3] as const) : ([0, 2] as const);
	const lengths = line.words.map(({ box }) => Math.max(box[to] - box[from], 0));
	const ems = line.words.map(({ text }) => measure(text));
	const fontSize = fontSizeOf(sum(lengths), sum(ems), thickness);
	const space = measure(" ") * fontSize;
	const words = line.words.map((word, index) => {
		const start = word.box[from] - line.box[from];
		const ownLength = lengths[index] ?? 0;
		const next = line.words[index + 1];
		const advance = next === undefined ? ownLength : next.box[from] - word.box[from];
		const touchesNext = advance > ownLength && advance < ownLength + 2 * thickness;
		const length = touchesNext ? advance : ownLength;
		const spacing = (ownLength - (ems[index] ?? 0) * fontSize) / Math.max(countCharacters(word.text), 1);
		const wordSpacing = length - ownLength - space - spacing;
		return { text: word.text, start, length, spacing, wordSpacing };
	});
	return { left: x0, top: y0, length: vertical ? y1 - y0 : x1 - x0, thickness, fontSize, vertical, words };
}

/**
 * Returns the font size at which words that are `ems` wide have the given length. The font size is at most the line's
 * thickness: for widely spaced letters, the spacing is increased instead of the size.
 */
function fontSizeOf(length: number, ems: number, thickness: number): number {
	return length > 0 && ems > 0 ? Math.min(length / ems, thickness) : thickness * fontSizeRatio;
}

/** Reports whether a line is vertical: its longer words are higher than wide. */
export function isVertical(line: Line): boolean {
	const longWords = line.words.filter((word) => countCharacters(word.text) > 2);
	return longWords.length > 0 && longWords.every(({ box: [x0, y0, x1, y1] }) => y1 - y0 > 1.5 * (x1 - x0));
}

const segmenter = new Intl.Segmenter();

/** Returns the number of visible characters, which is the number of times a browser applies letter spacing. */
export function countCharacters(text: string): number {
	return /^[ -~]*$/.test(text) ? text.length : Array.from(segmenter.segment(text)).length;
}

/** Returns the sum of numbers; 0 for none. */
export function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
