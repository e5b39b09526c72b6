import { type Hit, HitCounts } from "./hits";

/** The state of a search as it is shown to the reader. */
export interface SearchProgress {
	/** The number of the current hit, from 1; undefined while it is unknown, or if there is none. */
	readonly number: number | undefined;
	/** The number of hits counted so far. */
	readonly hits: number;
	/** Whether all hits are counted. */
	readonly complete: boolean;
}

/**
 * A cursor that steps through the hits of a search in document order. The hits of pages near the reader may be known
 * before all pages ahead of them are counted.
 */
export class SearchCursor {
	readonly counts = new HitCounts();
	/** For each page that the reader visited before the hits on that page were counted: the number of hits on it. */
	readonly #visitedCounts = new Map<number, number>();
	#current: Hit | undefined;

	/** The current hit. */
	get current(): Hit | undefined {
		return this.#current;
	}

	get progress(): SearchProgress {
		const { hits, complete } = this.counts;
		return { number: this.#current && this.counts.numberOf(this.#current), hits, complete };
	}

	/** Records the number of hits on a page. */
	recordHits(page: number, hits: number): void {
		this.#visitedCounts.set(page, hits);
	}

	/** Reports whether a page has hits; undefined if that is unknown. */
	hasHits(page: number): boolean | undefined {
		const hits = this.#hitsOnPage(page);
		return hits === undefined ? undefined : hits > 0;
	}

	/** Makes a hit the current one, and returns it. */
	moveTo(hit: Hit): Hit {
		this.#current = hit;
		return hit;
	}

	/**
	 * Returns the hit after the current one (direction 1) or before it (-1), wrapping around at the ends of the
	 * document. Returns undefined if there are no hits, or if more pages must be counted first.
	 */
	step(direction: 1 | -1): Hit | undefined {
		return direction > 0 ? this.#nextHit() : this.#previousHit();
	}

	/**
	 * Returns the last counted page if further pages must be counted before the next hit in a direction is known;
	 * otherwise undefined.
	 */
	countNeededAfter(direction: 1 | -1): number | undefined {
		const { complete, lastCountedPage } = this.counts;
		return complete || this.step(direction) !== undefined ? undefined : lastCountedPage;
	}

	#nextHit(): Hit | undefined {
		const { page, index } = this.#current ?? { page: 0, index: 0 };
		if (index + 1 < (this.#hitsOnPage(page) ?? 0)) {
			return { page, index: index + 1 };
		}
		if (!this.counts.isCounted(page)) {
			return undefined;
		}
		return this.counts.firstAfter(page) ?? (this.counts.complete ? this.counts.hit(1) : undefined);
	}

	#previousHit(): Hit | undefined {
		const { page, index } = this.#current ?? { page: 1, index: 0 };
		if (index > 0) {
			return { page, index: index - 1 };
		}
		if (!this.counts.isCounted(page - 1)) {
			return undefined;
		}
		const { complete, hits } = this.counts;
		return this.counts.lastBefore(page) ?? (complete ? this.counts.hit(hits) : undefined);
	}

	#hitsOnPage(page: number): number | undefined {
		return this.counts.hitsOnPage(page) ?? this.#visitedCounts.get(page);
	}
}
