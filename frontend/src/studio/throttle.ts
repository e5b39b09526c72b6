/** Runs a function on request: at once if possible, never concurrently, and with a minimum interval. */
export class Throttle {
	readonly #run: () => Promise<void>;
	readonly #between: number;
	#asked = false;
	#running = false;
	#timer: number | undefined;

	/** `between` is the minimum interval in milliseconds. */
	constructor(run: () => Promise<void>, between = 250) {
		this.#run = run;
		this.#between = between;
	}

	/** Requests a run that starts from now on. */
	ask(): void {
		this.#asked = true;
		if (!this.#running && this.#timer === undefined) {
			void this.#go();
		}
	}

	/** Cancels a pending request. */
	stop(): void {
		this.#asked = false;
		window.clearTimeout(this.#timer);
		this.#timer = undefined;
	}

	async #go(): Promise<void> {
		this.#asked = false;
		this.#running = true;
		await this.#run();
		this.#running = false;
		this.#timer = window.setTimeout(() => {
			this.#timer = undefined;
			if (this.#asked) {
				void this.#go();
			}
		}, this.#between);
	}
}
