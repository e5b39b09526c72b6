/** The options of a load queue. */
export interface LoadQueueOptions {
	/** Loads a page, or a part of it; resolves to whether the page is complete. */
	readonly load: (page: number, signal: AbortSignal) => Promise<boolean>;
	/** Called for every failure, except when loading was cancelled. */
	readonly failed: (page: number, error: unknown) => void;
	/** Called when a page takes long. */
	readonly slow: (page: number) => void;
	/**
	 * Returns the delay in milliseconds before the next attempt after a number of consecutive failures, the last with
	 * this error; undefined if only the reader can retry.
	 */
	readonly delay: (failures: number, error: unknown) => number | undefined;
	/** The number of pages loaded at once, not counting slow ones. */
	readonly parallel: number;
	/** The number of pages loaded at once, including slow ones. */
	readonly most: number;
	/** The time in milliseconds after which a page counts as slow. */
	readonly patience: number;
	/** Called with true when loading starts, and with false when nothing is left to load. */
	readonly busy: (busy: boolean) => void;
}

/** A page that is being loaded. */
interface Run {
	readonly controller: AbortController;
	/** Whether the page is slow. */
	slow: boolean;
}

/**
 * Loads pages in order of priority, a few at a time. Pages that are no longer wanted are cancelled, so that after a
 * fast scroll through a thousand pages only the visible ones are requested. Failed pages are retried while they are
 * wanted.
 *
 * Slow pages do not hold up others: more pages are loaded beside them. If all permitted requests are slow, the least
 * wanted one is cancelled in favour of a page that has not been tried yet, and is restarted after all those.
 */
export class LoadQueue {
	readonly #options: LoadQueueOptions;
	#wanted: readonly number[] = [];
	readonly #running = new Map<number, Run>();
	/** Pages that were cancelled in favour of others. */
	readonly #stopped = new Set<number>();
	/** The number of consecutive failures of each failed page. */
	readonly #failures = new Map<number, number>();
	/** Failed pages that wait for their next attempt: for a timer, or for the reader to retry. */
	readonly #resting = new Map<number, ReturnType<typeof setTimeout> | undefined>();

	#held = false;
	#busy = false;

	constructor(options: LoadQueueOptions) {
		this.#options = options;
	}

	/** Pauses loading while it is held, because something else has priority. */
	hold(held: boolean): void {
		this.#held = held;
		if (held) {
			for (const page of this.#running.keys()) {
				this.#abort(page);
			}
		}
		this.#pump();
	}

	/** Replaces the wanted pages, most urgent first. */
	want(pages: readonly number[]): void {
		this.#wanted = pages;
		for (const page of this.#running.keys()) {
			if (!pages.includes(page)) {
				this.#abort(page);
			}
		}
		for (const page of this.#stopped) {
			if (!pages.includes(page)) {
				this.#stopped.delete(page);
			}
		}
		for (const [page, timer] of this.#resting) {
			if (timer === undefined && !pages.includes(page)) {
				this.#resting.delete(page); // who comes back to it asks for it
			}
		}
		this.#pump();
	}

	/** Retries failed pages at once. Those that only the reader can retry are included only if named by `page`. */
	retry(page?: number): void {
		for (const [other, timer] of this.#resting) {
			if (timer !== undefined || other === page) {
				clearTimeout(timer);
				this.#resting.delete(other);
			}
		}
		this.#pump();
	}

	/** Cancels all loading and forgets all failures, because the pages have been replaced. */
	reset(): void {
		for (const timer of this.#resting.values()) {
			clearTimeout(timer);
		}
		for (const page of this.#running.keys()) {
			this.#abort(page);
		}
		for (const record of [this.#resting, this.#failures, this.#stopped]) {
			record.clear();
		}
	}

	#pump(): void {
		this.#start();
		const busy = this.#running.size > 0;
		if (busy !== this.#busy) {
			this.#busy = busy;
			this.#options.busy(busy);
		}
	}

	#start(): void {
		if (this.#held) {
			return;
		}
		for (const page of this.#waiting()) {
			if (this.#prompt() >= this.#options.parallel || !this.#hasRoom(page)) {
				return;
			}
			void this.#run(page);
		}
	}

	/** Returns the pages to load next, in order; those cancelled before come last. */
	#waiting(): number[] {
		const pages = this.#wanted.filter((page) => !this.#running.has(page) && !this.#resting.has(page));
		const stopped = (page: number) => Number(this.#stopped.has(page));
		return pages.sort((a, b) => stopped(a) - stopped(b));
	}

	/** Returns the number of pages being loaded that are not slow. */
	#prompt(): number {
		return [...this.#running.values()].filter(({ slow }) => !slow).length;
	}

	/** Reports whether a page can be loaded now; another one may be cancelled for it. */
	#hasRoom(page: number): boolean {
		if (this.#running.size < this.#options.most) {
			return true;
		}
		if (this.#prompt() > 0 || this.#stopped.has(page)) {
			return false;
		}
		const least = this.#wanted.findLast((other) => this.#running.has(other));
		if (least === undefined) {
			return false;
		}
		this.#abort(least);
		this.#stopped.add(least);
		return true;
	}

	#abort(page: number): void {
		this.#running.get(page)?.controller.abort();
		this.#running.delete(page);
	}

	async #run(page: number): Promise<void> {
		const controller = new AbortController();
		const run: Run = { controller, slow: false };
		this.#running.set(page, run);
		const timer = setTimeout(() => {
			run.slow = true;
			this.#options.slow(page);
			this.#pump();
		}, this.#options.patience);
		controller.signal.addEventListener("abort", () => {
			clearTimeout(timer);
		});
		try {
			const whole = await this.#options.load(page, controller.signal);
			this.#loaded(page, whole, controller.signal);
		} catch (error) {
			if (!controller.signal.aborted) {
				this.#rest(page, error);
				this.#options.failed(page, error);
			}
		}
		clearTimeout(timer);
		if (this.#running.get(page) === run) {
			this.#running.delete(page);
			this.#pump();
		}
	}

	/** Records a loaded page. The rest of an incomplete page is loaded after the pages that have nothing yet. */
	#loaded(page: number, whole: boolean, signal: AbortSignal): void {
		if (!signal.aborted) {
			this.#failures.delete(page);
			const others = this.#wanted.filter((other) => other !== page);
			this.#wanted = whole ? others : [...others, page];
		}
	}

	#rest(page: number, error: unknown): void {
		const failures = (this.#failures.get(page) ?? 0) + 1;
		this.#failures.set(page, failures);
		const delay = this.#options.delay(failures, error);
		const again = () => {
			this.#resting.delete(page);
			this.#pump();
		};
		this.#resting.set(page, delay === undefined ? undefined : setTimeout(again, delay));
	}
}
