import type { IndexRange } from "./chunks";

/**
 * Detects that a list is scrolled too fast to be read, as by dragging the scroll bar: several times in a row, the
 * visible range does not overlap the previous one. A single jump, such as to the end, does not count.
 */
export class FastScroll {
	readonly #maxPause: number;
	#lastVisible: IndexRange = { first: 0, end: 0 };
	#lastJump = -Infinity;

	/** `maxPause` is the maximum time in milliseconds between two jumps of the same fast scroll. */
	constructor(maxPause: number) {
		this.#maxPause = maxPause;
	}

	/**
	 * Records the visible range at a time in milliseconds, and reports whether the list is scrolled too fast to be
	 * read.
	 */
	isTooFast(visible: IndexRange, now: number): boolean {
		const isJump = visible.first >= this.#lastVisible.end || visible.end <= this.#lastVisible.first;
		this.#lastVisible = visible;
		if (!isJump) {
			return false;
		}
		const isFast = now - this.#lastJump <= this.#maxPause;
		this.#lastJump = now;
		return isFast;
	}
}
