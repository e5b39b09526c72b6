import { type Hit, HitCounts } from "./hits";

/** What a reader is told about a search. */
export interface Progress {
	/** The number of the current hit, from 1; undefined while it is not known, or there is none. */
	readonly number: number | undefined;
	/** The hits that are counted. */
	readonly hits: number;
	/** Those are all. */
	readonly complete: boolean;
}

/**
 * The way through what a search has found: the hits in their order over pages that are known in part. Those around
 * the reader are known before all are counted.
 */
export class Finding {
	readonly counts = new HitCounts();
	/** The hits of pages that were looked at before they were counted. */
	readonly #seen = new Map<number, number>();
	#current: Hit | undefined;

	/** The hit that the reader is at. */
	get current(): Hit | undefined {
		return this.#current;
	}

	get progress(): Progress {
		const { hits, complete } = this.counts;
		return { number: this.#current && this.counts.numberOf(this.#current), hits, complete };
	}

	/** A page has so many hits. */
	see(page: number, hits: number): void {
		this.#seen.set(page, hits);
	}

	/** Whether a page has hits; undefined where that is not known. */
	has(page: number): boolean | undefined {
		const hits = this.#on(page);
		return hits === undefined ? undefined : hits > 0;
	}

	/** Goes to a hit. */
	go(hit: Hit): Hit {
		this.#current = hit;
		return hit;
	}

	/**
	 * The hit behind (1) or before (-1) the current one; behind the last one comes the first. Undefined where there
	 * is none, or more must be counted first.
	 */
	step(direction: 1 | -1): Hit | undefined {
		return direction > 0 ? this.#next() : this.#previous();
	}

	/** The page behind which is to be counted before there is a step; undefined where nothing is missing. */
	missing(direction: 1 | -1): number | undefined {
		const { complete, through } = this.counts;
		return complete || this.step(direction) !== undefined ? undefined : through;
	}

	#next(): Hit | undefined {
		const { page, index } = this.#current ?? { page: 0, index: 0 };
		if (index + 1 < (this.#on(page) ?? 0)) {
			return { page, index: index + 1 };
		}
		if (!this.counts.knows(page)) {
			return undefined;
		}
		return this.counts.firstBehind(page) ?? (this.counts.complete ? this.counts.hit(1) : undefined);
	}

	#previous(): Hit | undefined {
		const { page, index } = this.#current ?? { page: 1, index: 0 };
		if (index > 0) {
			return { page, index: index - 1 };
		}
		if (!this.counts.knows(page - 1)) {
			return undefined;
		}
		const { complete, hits } = this.counts;
		return this.counts.lastBefore(page) ?? (complete ? this.counts.hit(hits) : undefined);
	}

	#on(page: number): number | undefined {
		return this.counts.on(page) ?? this.#seen.get(page);
	}
}
