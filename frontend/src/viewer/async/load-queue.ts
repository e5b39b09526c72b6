/** The options of a load queue. */
export interface LoadQueueOptions {
	/** Loads a page, or a part of it. Resolves to true if the page is then complete. */
	readonly load: (page: number, signal: AbortSignal) => Promise<boolean>;
	/**
	 * Called for every failure, except when loading was cancelled. `delay` is the time in milliseconds until the next
	 * attempt; undefined if only the reader can retry.
	 */
	readonly onFailure: (page: number, error: unknown, delay: number | undefined) => void;
	/** Called when loading a page takes longer than `slowAfter`. */
	readonly onSlow: (page: number) => void;
	/**
	 * Returns the delay in milliseconds before the next attempt, from the number of consecutive failures and the last
	 * error; undefined if only the reader can retry.
	 */
	readonly retryDelay: (failures: number, error: unknown) => number | undefined;
	/** The number of pages loaded at once, not counting slow pages. */
	readonly parallel: number;
	/** The number of pages loaded at once, including slow pages. */
	readonly maxParallel: number;
	/** The time in milliseconds after which a page counts as slow. */
	readonly slowAfter: number;
	/** Called with true when loading starts, and with false when nothing is left to load. */
	readonly onBusyChange: (busy: boolean) => void;
}

/** A page that is being loaded. */
interface PageLoad {
	readonly controller: AbortController;
	/** Whether loading the page takes longer than `slowAfter`. */
	slow: boolean;
}

/**
 * Loads pages in order of priority, a few at a time. The load of a page that is no longer wanted is cancelled: after a
 * fast scroll through a thousand pages, only the visible ones are requested. Failed pages are retried as long as they
 * are wanted.
 *
 * A slow page does not hold up other pages: up to `maxParallel` pages are then loaded at once. If all of these loads
 * are slow, the one with the lowest priority is cancelled in favor of a page that has not been tried yet. The
 * cancelled page is loaded again after all untried pages.
 */
export class LoadQueue {
	readonly #options: LoadQueueOptions;
	#wanted: readonly number[] = [];
	readonly #running = new Map<number, PageLoad>();
	/** Pages whose loads were cancelled to make room for other pages. */
	readonly #preempted = new Set<number>();
	/** The number of consecutive failures of each failed page. */
	readonly #failures = new Map<number, number>();
	/**
	 * Failed pages that wait for their next attempt, with their timers. A page without a timer waits until the reader
	 * retries it.
	 */
	readonly #delayed = new Map<number, ReturnType<typeof setTimeout> | undefined>();

	#paused = false;
	#busy = false;

	constructor(options: LoadQueueOptions) {
		this.#options = options;
	}

	/** Pauses loading while something more urgent is loaded, or resumes it. */
	setPaused(paused: boolean): void {
		this.#paused = paused;
		if (paused) {
			for (const page of this.#running.keys()) {
				this.#abort(page);
			}
		}
		this.#update();
	}

	/** Replaces the wanted pages, most urgent first. */
	setWanted(pages: readonly number[]): void {
		this.#wanted = pages;
		for (const page of this.#running.keys()) {
			if (!pages.includes(page)) {
				this.#abort(page);
			}
		}
		for (const page of this.#preempted) {
			if (!pages.includes(page)) {
				this.#preempted.delete(page);
			}
		}
		for (const [page, timer] of this.#delayed) {
			if (timer === undefined && !pages.includes(page)) {
				this.#delayed.delete(page); // if the page is wanted again later, it is loaded again
			}
		}
		this.#update();
	}

	/** Retries failed pages at once. A page that only the reader can retry is included only if it is `page`. */
	retry(page?: number): void {
		for (const [other, timer] of this.#delayed) {
			if (timer !== undefined || other === page) {
				clearTimeout(timer);
				this.#delayed.delete(other);
			}
		}
		this.#update();
	}

	/** Cancels all loads and forgets all failures, because the pages have been replaced. */
	reset(): void {
		for (const timer of this.#delayed.values()) {
			clearTimeout(timer);
		}
		for (const page of this.#running.keys()) {
			this.#abort(page);
		}
		for (const record of [this.#delayed, this.#failures, this.#preempted]) {
			record.clear();
		}
	}

	#update(): void {
		this.#startNext();
		const busy = this.#running.size > 0;
		if (busy !== this.#busy) {
			this.#busy = busy;
			this.#options.onBusyChange(busy);
		}
	}

	#startNext(): void {
		if (this.#paused) {
			return;
		}
		for (const page of this.#nextPages()) {
			if (this.#notSlowCount() >= this.#options.parallel || !this.#makeRoom(page)) {
				return;
			}
			void this.#run(page);
		}
	}

	/** Returns the pages to load next, in order. Pages that were cancelled to make room come last. */
	#nextPages(): number[] {
		const pages = this.#wanted.filter((page) => !this.#running.has(page) && !this.#delayed.has(page));
		const isPreempted = (page: number) => Number(this.#preempted.has(page));
		return pages.sort((a, b) => isPreempted(a) - isPreempted(b));
	}

	/** Returns the number of pages being loaded that are not slow. */
	#notSlowCount(): number {
		return [...this.#running.values()].filter(({ slow }) => !slow).length;
	}

	/** Reports whether a page can be loaded now. Cancels the load of another page if that makes room. */
	#makeRoom(page: number): boolean {
		if (this.#running.size < this.#options.maxParallel) {
			return true;
		}
		if (this.#notSlowCount() > 0 || this.#preempted.has(page)) {
			return false;
		}
		const leastWanted = this.#wanted.findLast((other) => this.#running.has(other));
		if (leastWanted === undefined) {
			return false;
		}
		this.#abort(leastWanted);
		this.#preempted.add(leastWanted);
		return true;
	}

	#abort(page: number): void {
		this.#running.get(page)?.controller.abort();
		this.#running.delete(page);
	}

	async #run(page: number): Promise<void> {
		const controller = new AbortController();
		const pageLoad: PageLoad = { controller, slow: false };
		this.#running.set(page, pageLoad);
		const timer = setTimeout(() => {
			pageLoad.slow = true;
			this.#options.onSlow(page);
			this.#update();
		}, this.#options.slowAfter);
		controller.signal.addEventListener("abort", () => {
			clearTimeout(timer);
		});
		try {
			const isComplete = await this.#options.load(page, controller.signal);
			this.#recordLoad(page, isComplete, controller.signal);
		} catch (error) {
			if (!controller.signal.aborted) {
				const delay = this.#scheduleRetry(page, error);
				this.#options.onFailure(page, error, delay);
			}
		}
		clearTimeout(timer);
		if (this.#running.get(page) === pageLoad) {
			this.#running.delete(page);
			this.#update();
		}
	}

	/**
	 * Records the result of a load. The rest of an incomplete page is loaded only after all pages that have not been
	 * loaded at all.
	 */
	#recordLoad(page: number, isComplete: boolean, signal: AbortSignal): void {
		if (!signal.aborted) {
			this.#failures.delete(page);
			const others = this.#wanted.filter((other) => other !== page);
			this.#wanted = isComplete ? others : [...others, page];
		}
	}

	/** Schedules the next attempt, and returns the time until then, as in {@link LoadQueueOptions.retryDelay}. */
	#scheduleRetry(page: number, error: unknown): number | undefined {
		const failures = (this.#failures.get(page) ?? 0) + 1;
		this.#failures.set(page, failures);
		const delay = this.#options.retryDelay(failures, error);
		const retryNow = () => {
			this.#delayed.delete(page);
			this.#update();
		};
		this.#delayed.set(page, delay === undefined ? undefined : setTimeout(retryNow, delay));
		return delay;
	}
}
