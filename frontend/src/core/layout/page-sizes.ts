/** A run of pages of the same size: their number, and their width and height in points (1/72 inch). */
export type SizeRun = readonly [count: number, width: number, height: number];

/** The size of one page in points. */
export interface Size {
	readonly width: number;
	readonly height: number;
}

/**
 * The sizes of all pages of a document, stored as runs of equal pages, so that a document of ten thousand equal pages
 * needs one entry. Page numbers start at 1.
 */
export class PageSizes {
	readonly count: number;
	/** The number of the first page of each run. */
	readonly #firstPages: number[] = [];

	constructor(readonly runs: readonly SizeRun[]) {
		let next = 1;
		for (const [count] of runs) {
			this.#firstPages.push(next);
			next += count;
		}
		this.count = next - 1;
	}

	/** Returns the sizes of the pages after a rotation by a number of quarter turns. */
	rotated(quarters: number): PageSizes {
		return quarters % 2 === 0
			? this
			: new PageSizes(this.runs.map(([count, width, height]) => [count, height, width]));
	}

	/** Returns the size of a page. Throws a RangeError if there is no such page. */
	size(page: number): Size {
		const [, width, height] = this.run(this.runOf(page));
		return { width, height };
	}

	/** Returns the index of the run that contains a page, in logarithmic time. */
	runOf(page: number): number {
		if (!(page >= 1 && page <= this.count)) {
			throw new RangeError(`no page ${page} of ${this.count}`);
		}
		return lastAtMost(this.#firstPages, page);
	}

	/** Returns the number of the first page of a run; the page count plus 1 if there is no such run. */
	firstOf(run: number): number {
		return this.#firstPages[run] ?? this.count + 1;
	}

	run(index: number): SizeRun {
		const run = this.runs[index];
		if (run === undefined) {
			throw new RangeError(`no run ${index}`);
		}
		return run;
	}
}

/** Returns the index of the last value that is at most `limit` in an ascending list; 0 if there is no such value. */
export function lastAtMost(values: readonly number[], limit: number): number {
	let low = 0;
	let high = values.length - 1;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((values[middle] ?? Infinity) <= limit) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}
