/** Runs a function on request: at once if possible, never concurrently, and with a minimum interval. */
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

	/** Requests a run that starts from now on. */
	request(): void {
		this.#isRequested = true;
		if (!this.#running && this.#timer === undefined) {
			void this.#runNow();
		}
	}

	/** Cancels a pending request. */
	stop(): void {
		this.#isRequested = false;
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	async #runNow(): Promise<void> {
		this.#isRequested = false;
		this.#running = true;
		await this.#run();
		this.#running = false;
		this.#timer = window.setTimeout(() => {
			this.#timer = undefined;
			if (this.#isRequested) {
				void this.#runNow();
			}
		}, this.#interval);
	}
}
