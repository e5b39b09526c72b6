import type { IndexRange } from "./chunks";

/**
 * Detects that a list is scrolled too fast to be read, as by dragging the scroll bar: the visible range has
 * no overlap with the previous one, several times in a row. A single jump, such as to the end, does not count.
 */
export class FastScroll {
	readonly #rest: number;
	#last: IndexRange = { first: 0, end: 0 };
	#jumped = -Infinity;

	/** `rest` is the most milliseconds between two jumps that count as one fast scroll. */
	constructor(rest: number) {
		this.#rest = rest;
	}

	/** Records the visible range at a time in milliseconds, and reports whether the list is scrolled too fast to be read. */
	passes(seen: IndexRange, now: number): boolean {
		const apart = seen.first >= this.#last.end || seen.end <= this.#last.first;
		this.#last = seen;
		if (!apart) {
			return false;
		}
		const again = now - this.#jumped <= this.#rest;
		this.#jumped = now;
		return again;
	}
}
