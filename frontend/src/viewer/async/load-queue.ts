/** What a queue is made of. */
export interface LoadQueueOptions {
	/** Loads one page, or a part of it; gives whether it is all there. */
	readonly load: (page: number, signal: AbortSignal) => Promise<boolean>;
	/** Hears of every failure but an abandonment. */
	readonly failed: (page: number, error: unknown) => void;
	/** Hears of a page that takes long. */
	readonly slow: (page: number) => void;
	/**
	 * Milliseconds until a page is tried again after so many failures in a row, the last with this error; undefined
	 * where only a reader has it tried again.
	 */
	readonly delay: (failures: number, error: unknown) => number | undefined;
	/** How many pages are loaded at once, those that take long not counted. */
	readonly parallel: number;
	/** How many with those. */
	readonly most: number;
	/** Milliseconds after which a page takes long. */
	readonly patience: number;
	/** Hears when there is something to load (true), and when there is nothing more (false). */
	readonly busy: (busy: boolean) => void;
}

/** A page that is being loaded. */
interface Run {
	readonly controller: AbortController;
	/** It takes long. */
	slow: boolean;
}

/**
 * Loads pages, few at a time, in the order in which they are wanted. What is no
 * longer wanted is abandoned, so that a fast scroll through a thousand pages asks
 * for those where it stops; what failed is tried again while it is wanted.
 *
 * Pages that take long hold up no others: more are loaded beside them. Where all that may be loaded at once take
 * long, the least wanted one is stopped for one that was not tried yet, and begun anew after all those.
 */
export class LoadQueue {
	readonly #options: LoadQueueOptions;
	#wanted: readonly number[] = [];
	readonly #running = new Map<number, Run>();
	/** Pages that were stopped for others. */
	readonly #stopped = new Set<number>();
	/** Failures in a row of each page that failed. */
	readonly #failures = new Map<number, number>();
	/** Pages that failed and wait for their next attempt: for a time, or until a reader asks for it. */
	readonly #resting = new Map<number, ReturnType<typeof setTimeout> | undefined>();

	#held = false;
	#busy = false;

	constructor(options: LoadQueueOptions) {
		this.#options = options;
	}

	/** Loads nothing while it is held: something else goes first. */
	hold(held: boolean): void {
		this.#held = held;
		if (held) {
			for (const page of this.#running.keys()) {
				this.#abort(page);
			}
		}
		this.#pump();
	}

	/** Replaces what is wanted, most urgent first. */
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

	/** Tries at once what waits for its next attempt; of what only a reader has tried again, the page alone. */
	retry(page?: number): void {
		for (const [other, timer] of this.#resting) {
			if (timer !== undefined || other === page) {
				clearTimeout(timer);
				this.#resting.delete(other);
			}
		}
		this.#pump();
	}

	/** Forgets what was tried, and abandons what is being loaded: the pages have become others. */
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

	/** The pages to load next, in their order: those that were stopped come last. */
	#waiting(): number[] {
		const pages = this.#wanted.filter((page) => !this.#running.has(page) && !this.#resting.has(page));
		const stopped = (page: number) => Number(this.#stopped.has(page));
		return pages.sort((a, b) => stopped(a) - stopped(b));
	}

	/** How many pages are being loaded that do not take long. */
	#prompt(): number {
		return [...this.#running.values()].filter(({ slow }) => !slow).length;
	}

	/** Whether there is room for a page, which may have been made. */
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

	/** The rest of a page is loaded after what others lack. */
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
