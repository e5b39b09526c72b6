import { countCharacters, type Line, type Measure, type PlacedLine, type PlacedWord, sum } from "./page-text";

/** The maximum displacement of a letter, in points: a third of a pixel at 100 %. */
const maxDisplacement = 0.25;

/** The maximum number of words in a run. Few lines have more. */
const maxWords = 40;

/**
 * Joins neighboring words of a line into one, if this does not move them away from their positions in the picture.
 * Each joined word saves a DOM element. Lines that run downwards or to the left are unchanged.
 */
export function joinWords(line: Line, placed: PlacedLine, measure: Measure): PlacedLine {
	if (placed.vertical || !isLeftToRight(placed.words)) {
		return placed;
	}
	const words: PlacedWord[] = [];
	for (let first = 0; first < placed.words.length;) {
		const [run, count] = longestRun(line, placed, first, measure);
		words.push(...run);
		first += count;
	}
	return { ...placed, words };
}

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

function isLeftToRight(words: readonly PlacedWord[]): boolean {
	return words.every(
		(word, index) => word.start >= (words[index - 1]?.start ?? 0) && !rightToLeft.test(word.text),
	);
}

/**
 * Returns the longest run of words that can be joined, starting with the word at `first`, and the number of its words.
 */
function longestRun(line: Line, placed: PlacedLine, first: number, measure: Measure): [PlacedWord[], number] {
	const limit = Math.min(maxWords, placed.words.length - first);
	let run = placed.words.slice(first, first + 1);
	let count = 1;
	for (; count < limit; count++) {
		const longer = runOf(line, placed, first, count + 1, measure);
		if (longer === undefined) {
			break;
		}
		run = [longer];
	}
	return [run, count];
}

/** Joins words into one. Returns undefined if a letter would be displaced too far. */
function runOf(
	line: Line,
	placed: PlacedLine,
	first: number,
	count: number,
	measure: Measure,
): PlacedWord | undefined {
	const members = placed.words.slice(first, first + count);
	const boxes = line.words
		.slice(first, first + count)
		.map(({ box }) => [box[0] - line.box[0], box[2] - line.box[0]]);
	const widths = members.map(({ text }) => measure(text) * placed.fontSize);
	const lengths = members.map(({ text }) => countCharacters(text));
	const wordLengths = boxes.map(([from = 0, to = 0]) => to - from);
	const spacing = (sum(wordLengths) - sum(widths)) / Math.max(sum(lengths), 1);
	const [start = 0] = boxes[0] ?? [];
	const [, end = 0] = boxes.at(-1) ?? [];
	const gap = (end - start - sum(wordLengths)) / (count - 1);
	let x = start;
	for (const [index, [from = 0, to = 0]] of boxes.entries()) {
		const width = (widths[index] ?? 0) + (lengths[index] ?? 0) * spacing;
		if (Math.abs(x - from) > maxDisplacement || Math.abs(x + width - to) > maxDisplacement) {
			return undefined;
		}
		x += width + gap;
	}
	const last = members.at(-1);
	return {
		text: members.map(({ text }) => text).join(" "),
		start,
		length: (last?.start ?? 0) + (last?.length ?? 0) - start,
		spacing,
		wordSpacing: gap - measure(" ") * placed.fontSize - spacing,
	};
}
