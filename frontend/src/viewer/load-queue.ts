/** What a queue is made of. */
export interface LoadQueueOptions {
	/** Loads one page. */
	readonly load: (page: number, signal: AbortSignal) => Promise<void>;
	/** Hears of every failure but an abandonment. */
	readonly failed: (page: number, error: unknown) => void;
	/** Milliseconds until a page is tried again after so many failures in a row. */
	readonly delay: (failures: number) => number;
	/** How many pages are loaded at once. */
	readonly parallel: number;
}

/**
 * Loads pages, few at a time, in the order in which they are wanted. What is no
 * longer wanted is abandoned, so that a fast scroll through a thousand pages asks
 * for those where it stops; what failed is tried again while it is wanted.
 */
export class LoadQueue {
	#wanted: readonly number[] = [];
	readonly #running = new Map<number, AbortController>();
	/** Failures in a row of each page that failed. */
	readonly #failures = new Map<number, number>();
	/** Pages that failed and wait for their next attempt. */
	readonly #resting = new Map<number, ReturnType<typeof setTimeout>>();

	constructor(private readonly options: LoadQueueOptions) {}

	/** Replaces what is wanted, most urgent first. */
	want(pages: readonly number[]): void {
		this.#wanted = pages;
		for (const [page, controller] of this.#running) {
			if (!pages.includes(page)) {
				controller.abort();
				this.#running.delete(page);
			}
		}
		this.#pump();
	}

	/** Tries at once what waits for its next attempt. */
	retry(): void {
		for (const timer of this.#resting.values()) {
			clearTimeout(timer);
		}
		this.#resting.clear();
		this.#pump();
	}

	#pump(): void {
		for (const page of this.#wanted) {
			if (this.#running.size >= this.options.parallel) {
				return;
			}
			if (!this.#running.has(page) && !this.#resting.has(page)) {
				void this.#run(page);
			}
		}
	}

	async #run(page: number): Promise<void> {
		const controller = new AbortController();
		this.#running.set(page, controller);
		try {
			await this.options.load(page, controller.signal);
			this.#failures.delete(page);
			if (!controller.signal.aborted) {
				this.#wanted = this.#wanted.filter((other) => other !== page);
			}
		} catch (error) {
			if (!controller.signal.aborted) {
				this.#rest(page);
				this.options.failed(page, error);
			}
		}
		if (this.#running.get(page) === controller) {
			this.#running.delete(page);
			this.#pump();
		}
	}

	#rest(page: number): void {
		const failures = (this.#failures.get(page) ?? 0) + 1;
		this.#failures.set(page, failures);
		const again = () => {
			this.#resting.delete(page);
			this.#pump();
		};
		this.#resting.set(page, setTimeout(again, this.options.delay(failures)));
	}
}
