/**
 * Runs a function on request, at once if possible. Calls never overlap, and there is a minimum interval between them.
 */
export class Throttle {
	readonly #run: () => Promise<void>;
	readonly #interval: number;
	#isRequested = false;
	#running = false;
	#timer: number | undefined;

	/** `interval` is the minimum interval in milliseconds. */
	constructor(run: () => Promise<void>, interval = 250) {
		this.#run = run;
		this.#interval = interval;
	}

	/**
	 * Requests a run. If a run is in progress, one more run follows it. Several requests in the same task, for example by
	 * the listeners of an event, cause a single run.
	 */
	request(): void {
		if (!this.#isRequested) {
			this.#isRequested = true;
			queueMicrotask(() => {
				this.#runIfPossible();
			});
		}
	}

	/** Requests a run that does not wait for the minimum interval. */
	requestNow(): void {
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
		this.#isRequested = false; // an earlier request that still waits would prevent the new one
		this.request();
	}

	/** Cancels a requested run that has not started yet. */
	stop(): void {
		this.#isRequested = false;
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	#runIfPossible(): void {
		if (this.#isRequested && !this.#running && this.#timer === undefined) {
			void this.#runNow();
		}
	}

	async #runNow(): Promise<void> {
		this.#isRequested = false;
		this.#running = true;
		await this.#run();
		this.#running = false;
		this.#timer = window.setTimeout(() => {
			this.#timer = undefined;
			this.#runIfPossible();
		}, this.#interval);
	}
}
