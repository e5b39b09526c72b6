import type { Stretch } from "./chunks";

/**
 * Tells when a list is scrolled so fast that nothing of it can be made out, as with the scroll bar: when
 * what is seen has nothing in common with what was seen before, again and again. One such jump alone, as
 * to the list's end, is none.
 */
export class Flight {
	readonly #rest: number;
	#last: Stretch = { first: 0, end: 0 };
	#jumped = -Infinity;

	/** `rest` is how many milliseconds lie between two jumps that are of one flight at most. */
	constructor(rest: number) {
		this.#rest = rest;
	}

	/** Notes what is seen at a moment, in milliseconds; answers whether it only flies by. */
	passes(seen: Stretch, now: number): boolean {
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
