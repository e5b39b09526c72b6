/** Runs something when it is asked for, at once if it can: one after the other, and not more often than an eye needs. */
export class Throttle {
	readonly #run: () => Promise<void>;
	readonly #between: number;
	#asked = false;
	#running = false;
	#timer: number | undefined;

	/** `between` is the least time from one run to the next, in milliseconds. */
	constructor(run: () => Promise<void>, between = 250) {
		this.#run = run;
		this.#between = between;
	}

	/** Asks for a run that begins from now on. */
	ask(): void {
		this.#asked = true;
		if (!this.#running && this.#timer === undefined) {
			void this.#go();
		}
	}

	/** Gives up what was asked for. */
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
