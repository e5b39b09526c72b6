/** A box in points: left, top, right, bottom, from the page's top left corner. */
export type Box = readonly [x0: number, y0: number, x1: number, y1: number];

/** A word of a page and where it stands. */
export interface Word {
	readonly text: string;
	readonly box: Box;
}

/** A line of words in reading order. */
export interface Line {
	readonly box: Box;
	readonly words: readonly Word[];
}

/** Where a link or an entry of the outline leads to. */
export interface Target {
	/** The page, from 1; absent where it is not in the document. */
	readonly page?: number;
	/** Where on it, in points from its top left corner. */
	readonly left?: number;
	readonly top?: number;
	/** The address, of scheme http, https or mailto. */
	readonly uri?: string;
}

/** A link of a page, and the box that it takes. */
export interface PageLink {
	readonly box: Box;
	readonly target: Target;
}

/** What a stretch of lines is: `other` is around the text, such as the number of the page. */
export type BlockKind = "heading" | "paragraph" | "item" | "table" | "caption" | "other";

/** Lines that belong together. */
export interface Block {
	readonly kind: BlockKind;
	/** Of a heading from 1 to 6; of an item how deep its list is, from 1. */
	readonly level?: number;
	/** The number of its first line, from 0. */
	readonly first: number;
	readonly count: number;
	/** Of a table: of each cell of each row how many lines it has, one behind the other. */
	readonly rows?: readonly (readonly number[])[];
	/** The lines, from 0 for its first, behind which its author has ended the line. */
	readonly breaks?: readonly number[];
	/** Whether it goes on on the next page. */
	readonly continues?: boolean;
}

/** The words of a page, as the server answers `<n>.json`; sizes in points. */
export interface PageWords {
	readonly page: number;
	readonly width: number;
	readonly height: number;
	readonly lines: readonly Line[];
	/** Missing from what a browser has kept from an older server. */
	readonly blocks?: readonly Block[];
	readonly links?: readonly PageLink[];
}

/** A word placed over its picture. Lengths are points; `start` runs along the line's direction. */
export interface PlacedWord {
	readonly text: string;
	readonly start: number;
	/** Up to the next word, so that a selection has no holes. */
	readonly length: number;
	/** Added after every character, so that the text is as long as the picture's. */
	readonly spacing: number;
	/** Added to the space after the word, so that it is as wide as the gap in the picture. */
	readonly wordSpacing: number;
}

/** A line placed over its picture, in points. */
export interface PlacedLine {
	readonly left: number;
	readonly top: number;
	/** The line's length along its direction, and its thickness across. */
	readonly length: number;
	readonly thickness: number;
	readonly fontSize: number;
	/** Whether the line runs from top to bottom. */
	readonly vertical: boolean;
	readonly words: readonly PlacedWord[];
}

/** The length of a text in ems, as the browser will draw it. */
export type Measure = (text: string) => number;

/** The font size of a line of which nothing tells it, in parts of its height: the rest is ascent and descent. */
const fontShare = 0.82;

/** Places a line's words so that invisible text lies over the letters of the picture. */
export function placeLine(line: Line, measure: Measure): PlacedLine {
	const vertical = isVertical(line);
	const [x0, y0, x1, y1] = line.box;
	const thickness = Math.max(vertical ? x1 - x0 : y1 - y0, 1);
	const [from, to] = vertical ? ([1, 3] as const) : ([0, 2] as const);
	const owns = line.words.map(({ box }) => Math.max(box[to] - box[from], 0));
	const ems = line.words.map(({ text }) => measure(text));
	const fontSize = fontSizeOf(sum(owns), sum(ems), thickness);
	const space = measure(" ") * fontSize;
	const words = line.words.map((word, index) => {
		const start = word.box[from] - line.box[from];
		const own = owns[index] ?? 0;
		const next = line.words[index + 1];
		const advance = next === undefined ? own : next.box[from] - word.box[from];
		const reaches = advance > own && advance < own + 2 * thickness;
		const length = reaches ? advance : own;
		const spacing = (own - (ems[index] ?? 0) * fontSize) / Math.max(characters(word.text), 1);
		const wordSpacing = length - own - space - spacing;
		return { text: word.text, start, length, spacing, wordSpacing };
	});
	return { left: x0, top: y0, length: vertical ? y1 - y0 : x1 - x0, thickness, fontSize, vertical, words };
}

/** The size in which words of so many ems are so long, at most the line's thickness: what is spaced out is no larger. */
function fontSizeOf(length: number, ems: number, thickness: number): number {
	return length > 0 && ems > 0 ? Math.min(length / ems, thickness) : thickness * fontShare;
}

/** A line is vertical where its longer words stand rather than lie. */
export function isVertical(line: Line): boolean {
	const telling = line.words.filter((word) => characters(word.text) > 2);
	return telling.length > 0 && telling.every(({ box: [x0, y0, x1, y1] }) => y1 - y0 > 1.5 * (x1 - x0));
}

const segmenter = new Intl.Segmenter();

/** How many characters a reader sees, which is how many times a browser applies letter spacing. */
export function characters(text: string): number {
	return /^[ -~]*$/.test(text) ? text.length : Array.from(segmenter.segment(text)).length;
}

/** The sum of numbers, 0 of none. */
export function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
