import { lastAtMost } from "../layout/page-sizes";

/** A run of consecutive pages with their numbers of hits, as sent by the server. */
export interface CountRun {
	/** The first page of the run. */
	readonly page: number;
	readonly hits: readonly number[];
}

/** A hit: its page, and its index on that page, from 0. */
export interface Hit {
	readonly page: number;
	readonly index: number;
}

/** The number of hits on each page of a document. Pages are counted in order, beginning with the first one. */
export class HitCounts {
	/** The pages with hits, in order. */
	readonly #pages: number[] = [];
	readonly #hitsBefore: number[] = [];
	#hits = 0;
	#countedPages = 0;
	#complete = false;

	/**
	 * Adds the hits of the pages that follow the pages counted so far, up to and including page `lastPage`. `complete`
	 * reports whether the document has no further pages to count.
	 */
	add(runs: readonly CountRun[], lastPage: number, complete: boolean): void {
		for (const run of runs) {
			for (const [offset, hits] of run.hits.entries()) {
				this.#pages.push(run.page + offset);
				this.#hitsBefore.push(this.#hits);
				this.#hits += hits;
			}
		}
		this.#countedPages = lastPage;
		this.#complete = complete;
	}

	/** The number of hits counted so far. */
	get hits(): number {
		return this.#hits;
	}

	/** The pages with hits, in order. */
	get pages(): readonly number[] {
		return this.#pages;
	}

	/** The last page that is counted. */
	get lastCountedPage(): number {
		return this.#countedPages;
	}

	/** Whether all pages are counted. */
	get complete(): boolean {
		return this.#complete;
	}

	/** Returns the number of hits on a page; undefined if the page is not counted yet. */
	hitsOnPage(page: number): number | undefined {
		if (!this.isCounted(page)) {
			return undefined;
		}
		const position = this.#indexOfPage(page);
		return this.#pages[position] === page ? this.#hitsAt(position) : 0;
	}

	/** Reports whether the hits of a page are counted. */
	isCounted(page: number): boolean {
		return this.#complete || page <= this.#countedPages;
	}

	/** Returns the number of a hit among all hits of the document, from 1; undefined if its page is not counted yet. */
	numberOf({ page, index }: Hit): number | undefined {
		const position = this.#indexOfPage(page);
		return this.#pages[position] === page ? (this.#hitsBefore[position] ?? 0) + index + 1 : undefined;
	}

	/** Returns the hit with a number, from 1; undefined if there is no such hit, or if it is not counted yet. */
	hit(number: number): Hit | undefined {
		if (!(number >= 1 && number <= this.#hits)) {
			return undefined;
		}
		const position = lastAtMost(this.#hitsBefore, number - 1);
		return { page: this.#pages[position] ?? 0, index: number - 1 - (this.#hitsBefore[position] ?? 0) };
	}

	/** Returns the first counted hit after a page. */
	firstAfter(page: number): Hit | undefined {
		const position = this.#indexOfPage(page);
		const next = this.#pages[(this.#pages[position] ?? Infinity) > page ? position : position + 1];
		return next === undefined ? undefined : { page: next, index: 0 };
	}

	/** Returns the last counted hit before a page. */
	lastBefore(page: number): Hit | undefined {
		const position = this.#indexOfPage(page - 1);
		const previous = this.#pages[position];
		return previous === undefined || previous >= page
			? undefined
			: { page: previous, index: this.#hitsAt(position) - 1 };
	}

	#indexOfPage(page: number): number {
		return lastAtMost(this.#pages, page);
	}

	#hitsAt(position: number): number {
		return (this.#hitsBefore[position + 1] ?? this.#hits) - (this.#hitsBefore[position] ?? 0);
	}
}
