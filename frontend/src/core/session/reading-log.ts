/** Milliseconds for which a page must be before the reader to have been seen: leafing past it is no reading. */
const seenAfter = 1_000;

/** What was read of a document: for how long, and which pages. Times are milliseconds of one clock. */
export class ReadingLog {
	readonly #seen = new Set<number>();
	#page = 0;
	/** Since when the page is before the reader; undefined while nobody looks. */
	#since: number | undefined;
	#read = 0;

	/** A page is before the reader from now on; 0 is none. */
	setPage(page: number, now: number): void {
		if (page === this.#page && this.#since !== undefined) {
			return;
		}
		this.lookAway(now);
		this.#page = page;
		this.#since = page > 0 ? now : undefined;
	}

	/** Nobody looks from now on. */
	lookAway(now: number): void {
		this.#note(now);
		this.#read += this.#looked(now);
		this.#since = undefined;
	}

	/** What was read until now: whole seconds, and the pages as runs of first and last, in order. */
	report(now: number): ReadingReport {
		this.#note(now);
		const read = this.#read + this.#looked(now);
		return { seconds: Math.floor(read / 1_000), pages: runsOf(this.#seen) };
	}

	/** Notes the page that is before the reader as seen, where it has been there for long enough. */
	#note(now: number): void {
		if (this.#looked(now) >= seenAfter) {
			this.#seen.add(this.#page);
		}
	}

	/** For how long the reader has looked at the page. */
	#looked(now: number): number {
		return this.#since === undefined ? 0 : now - this.#since;
	}
}

/** A report of what was read. */
export interface ReadingReport {
	readonly seconds: number;
	readonly pages: readonly (readonly [number, number])[];
}

/** Numbers as runs of first and last, in order. */
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
