/**
 * The time in milliseconds for which a page must be shown to count as seen. Pages that are only scrolled past do not
 * count.
 */
const minSeenTime = 1_000;

/** Records which pages of a document were read, and for how long. All times are milliseconds of the same clock. */
export class ReadingLog {
	readonly #seen = new Set<number>();
	#page = 0;
	/** The time at which the page was shown; undefined while the reader is away. */
	#shownSince: number | undefined;
	#totalTime = 0;

	/** Sets the page that is shown from now on; 0 for none. */
	setPage(page: number, now: number): void {
		if (page === this.#page && this.#shownSince !== undefined) {
			return;
		}
		this.pause(now);
		this.#page = page;
		this.#shownSince = page > 0 ? now : undefined;
	}

	/** Records that the reader is away from now on. */
	pause(now: number): void {
		this.#recordSeenPage(now);
		this.#totalTime += this.#timeOnPage(now);
		this.#shownSince = undefined;
	}

	/**
	 * Returns the report so far: the reading time in whole seconds, and the pages that were seen, as ordered runs of
	 * first and last page.
	 */
	report(now: number): ReadingReport {
		this.#recordSeenPage(now);
		const total = this.#totalTime + this.#timeOnPage(now);
		return { seconds: Math.floor(total / 1_000), pages: runsOf(this.#seen) };
	}

	/** Records the current page as seen if it was shown for long enough. */
	#recordSeenPage(now: number): void {
		if (this.#timeOnPage(now) >= minSeenTime) {
			this.#seen.add(this.#page);
		}
	}

	/** Returns how long the current page has been shown. */
	#timeOnPage(now: number): number {
		return this.#shownSince === undefined ? 0 : now - this.#shownSince;
	}
}

/** A report of the pages read. */
export interface ReadingReport {
	readonly seconds: number;
	readonly pages: readonly (readonly [number, number])[];
}

/** Returns the runs of consecutive numbers, in order, each by its first and its last number. */
function runsOf(numbers: Iterable<number>): [number, number][] {
	const runs: [number, number][] = [];
	for (const n of [...numbers].sort((a, b) => a - b)) {
		const last = runs.at(-1);
		if (last?.[1] === n - 1) {
			last[1] = n;
		} else {
			runs.push([n, n]);
		}
	}
	return runs;
}
