import { letterRangesUnder, type NumberedWord, numberedLines } from "../../core/text/hit-ranges";
import type { Box, PageWords } from "../../core/text/page-text";
import { textsIn } from "./reflow";

/** A letter of a text. */
interface Place {
	readonly node: Text;
	readonly offset: number;
}

/**
 * Returns the CSS custom highlight of a name. `order` is its priority among overlapping highlights. Returns undefined
 * if the browser does not support highlights.
 */
function makeMarks(name: string, order: number): Highlight | undefined {
	if (!("highlights" in CSS)) {
		return undefined;
	}
	const marks = new Highlight();
	marks.priority = order;
	CSS.highlights.set(name, marks);
	return marks;
}

const hitMarks = makeMarks("hit", 0);
const currentMarks = makeMarks("current-hit", 1);

/** The hit marks in the reflowed text of a page, drawn without changing the DOM. */
export class TextMarks {
	readonly #words: readonly NumberedWord[];
	readonly #places = new Map<number, Place>();
	#hits: readonly (readonly Box[])[] = [];
	#ranges: readonly (readonly Range[])[] = [];

	/** `reflow` is the element that was made from the words. */
	constructor(reflow: Element, words: PageWords) {
		this.#words = numberedLines(words).flat();
		for (const { node, letters } of textsIn(reflow)) {
			letters.forEach((letter, offset) => this.#places.set(letter, { node, offset }));
		}
	}

	/**
	 * Replaces the marks with these hits, given by their boxes on the page. `current` is the index of the current hit.
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
	 * Scrolls the table that contains the text under boxes of the page, if any, and returns the position of the text in
	 * the window; undefined if there is none.
	 */
	reveal(boxes: readonly Box[]): DOMRect | undefined {
		const [range] = this.#rangesOf(boxes);
		if (range === undefined) {
			return undefined;
		}
		const table = range.startContainer.parentElement?.closest(".table");
		const [own, room] = [range.getBoundingClientRect(), table?.getBoundingClientRect()];
		if (table && room && (own.left < room.left || own.right > room.right)) {
			table.scrollLeft += (own.left + own.right - room.left - room.right) / 2;
		}
		return range.getClientRects()[0];
	}

	#rangesOf(boxes: readonly Box[]): Range[] {
		return letterRangesUnder(this.#words, boxes).flatMap(({ from, to }) => {
			const numbers = Array.from({ length: to - from }, (_, index) => from + index);
			const places = numbers.flatMap((number) => this.#places.get(number) ?? []);
			const [first, last] = [places[0], places.at(-1)];
			if (first === undefined || last === undefined) {
				return []; // such as the mark of an item, which its list has
			}
			const range = document.createRange();
			range.setStart(first.node, first.offset);
			range.setEnd(last.node, last.offset + 1);
			return [range];
		});
	}
}
