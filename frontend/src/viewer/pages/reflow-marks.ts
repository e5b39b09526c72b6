import { letterRangesUnder, numberedLines, type NumberedWord } from "../../core/text/hit-ranges";
import type { Box, PageWords } from "../../core/text/page-text";
import { textsIn } from "./reflow";

/** A letter of a text. */
interface LetterPosition {
	readonly node: Text;
	readonly offset: number;
}

/**
 * Returns the CSS custom highlight with a name. If highlights overlap, the one with the higher priority is shown.
 * Returns undefined if the browser does not support highlights.
 */
function makeHighlight(name: string, priority: number): Highlight | undefined {
	if (!("highlights" in CSS)) {
		return undefined;
	}
	const marks = new Highlight();
	marks.priority = priority;
	CSS.highlights.set(name, marks);
	return marks;
}

const hitMarks = makeHighlight("hit", 0);
const currentMarks = makeHighlight("current-hit", 1);

/** The highlighted hits in the reflowed text of a page, drawn without changing the DOM. */
export class ReflowMarks {
	readonly #words: readonly NumberedWord[];
	readonly #positions = new Map<number, LetterPosition>();
	#hits: readonly (readonly Box[])[] = [];
	#ranges: readonly (readonly Range[])[] = [];

	/** `reflow` is the element that was created from the words. */
	constructor(reflow: Element, words: PageWords) {
		this.#words = numberedLines(words).flat();
		for (const { node, letters } of textsIn(reflow)) {
			letters.forEach((letter, offset) => this.#positions.set(letter, { node, offset }));
		}
	}

	/**
	 * Replaces the highlights by those of the given hits. A hit is given by its boxes on the page. `current` is the
	 * index of the current hit; -1 if that hit is on another page.
	 */
	show(hits: readonly (readonly Box[])[], current: number): void {
		if (hitMarks === undefined || currentMarks === undefined) {
			return;
		}
		for (const range of this.#ranges.flat()) {
			hitMarks.delete(range);
			currentMarks.delete(range);
		}
		if (hits !== this.#hits) {
			this.#hits = hits;
			this.#ranges = hits.map((boxes) => this.#rangesOf(boxes));
		}
		for (const [index, ranges] of this.#ranges.entries()) {
			const marks = index === current ? currentMarks : hitMarks;
			ranges.forEach((range) => marks.add(range));
		}
	}

	/**
	 * Returns the position in the window of the first line of the text in the given boxes of the page; undefined if
	 * they contain no text. If the text is in a table, scrolls the table to it first.
	 */
	reveal(boxes: readonly Box[]): DOMRect | undefined {
		const [range] = this.#rangesOf(boxes);
		if (range === undefined) {
			return undefined;
		}
		const table = range.startContainer.parentElement?.closest(".table");
		const [rangeBox, tableBox] = [range.getBoundingClientRect(), table?.getBoundingClientRect()];
		if (table && tableBox && (rangeBox.left < tableBox.left || rangeBox.right > tableBox.right)) {
			table.scrollLeft += (rangeBox.left + rangeBox.right - tableBox.left - tableBox.right) / 2;
		}
		return range.getClientRects()[0];
	}

	#rangesOf(boxes: readonly Box[]): Range[] {
		return letterRangesUnder(this.#words, boxes).flatMap(({ from, to }) => {
			const numbers = Array.from({ length: to - from }, (_, index) => from + index);
			const positions = numbers.flatMap((number) => this.#positions.get(number) ?? []);
			const [first, last] = [positions[0], positions.at(-1)];
			if (first === undefined || last === undefined) {
				return []; // such as the bullet of a list item, which reflowed text does not contain
			}
			const range = document.createRange();
			range.setStart(first.node, first.offset);
			range.setEnd(last.node, last.offset + 1);
			return [range];
		});
	}
}
