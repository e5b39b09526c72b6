import { lastAtMost } from "../layout/page-sizes";

/** Hits of pages that follow on each other, of which each has some, as the server counts them. */
export interface CountRun {
	/** The first of the pages. */
	readonly page: number;
	readonly hits: readonly number[];
}

/** A hit: the page that it is on, and its number there, from 0. */
export interface Hit {
	readonly page: number;
	readonly index: number;
}

/** How many hits each page of a document has, as far as they are counted: from the first page on. */
export class HitCounts {
	/** The pages with hits, and how many hits lie before each of them. */
	readonly #pages: number[] = [];
	readonly #before: number[] = [];
	#hits = 0;
	#through = 0;
	#complete = false;

	/** Takes the hits of the pages behind those that are counted, up to `through`; complete where none are left. */
	add(runs: readonly CountRun[], through: number, complete: boolean): void {
		for (const run of runs) {
			for (const [offset, hits] of run.hits.entries()) {
				this.#pages.push(run.page + offset);
				this.#before.push(this.#hits);
				this.#hits += hits;
			}
		}
		this.#through = through;
		this.#complete = complete;
	}

	/** The hits that are counted. */
	get hits(): number {
		return this.#hits;
	}

	/** The pages that have some, in order. */
	get pages(): readonly number[] {
		return this.#pages;
	}

	/** The last page that is counted. */
	get through(): number {
		return this.#through;
	}

	/** All that is there is counted. */
	get complete(): boolean {
		return this.#complete;
	}

	/** The hits on a page; undefined where they are not counted. */
	on(page: number): number | undefined {
		if (!this.knows(page)) {
			return undefined;
		}
		const at = this.#at(page);
		return this.#pages[at] === page ? this.#hitsAt(at) : 0;
	}

	/** Whether a page is counted, as far as there is something to count. */
	knows(page: number): boolean {
		return this.#complete || page <= this.#through;
	}

	/** The number of a hit among all, from 1; undefined where it is not counted. */
	numberOf({ page, index }: Hit): number | undefined {
		const at = this.#at(page);
		return this.#pages[at] === page ? (this.#before[at] ?? 0) + index + 1 : undefined;
	}

	/** The hit of a number; undefined where there is none, or it is not counted. */
	hit(number: number): Hit | undefined {
		if (!(number >= 1 && number <= this.#hits)) {
			return undefined;
		}
		const at = lastAtMost(this.#before, number - 1);
		return { page: this.#pages[at] ?? 0, index: number - 1 - (this.#before[at] ?? 0) };
	}

	/** The first counted hit behind a page. */
	firstBehind(page: number): Hit | undefined {
		const at = this.#at(page);
		const next = this.#pages[(this.#pages[at] ?? Infinity) > page ? at : at + 1];
		return next === undefined ? undefined : { page: next, index: 0 };
	}

	/** The last counted hit before a page. */
	lastBefore(page: number): Hit | undefined {
		const at = this.#at(page - 1);
		const previous = this.#pages[at];
		return previous === undefined || previous >= page
			? undefined
			: { page: previous, index: this.#hitsAt(at) - 1 };
	}

	#at(page: number): number {
		return lastAtMost(this.#pages, page);
	}

	#hitsAt(at: number): number {
		return (this.#before[at + 1] ?? this.#hits) - (this.#before[at] ?? 0);
	}
}
