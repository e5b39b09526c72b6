import type { SessionClient } from "../../api/session";
import { ReadingLog } from "../../core/session/reading-log";

/** The interval between reports, in milliseconds. */
const reportInterval = 20_000;

/**
 * Reports to the session's owner which pages were read, if the owner requested it: at intervals, and when the reader
 * leaves.
 */
export class ReadingReporter {
	readonly #client: SessionClient;
	readonly #path: string;
	readonly #log = new ReadingLog();
	#page = 0;
	#lastReport = "";
	readonly #stop = new AbortController();

	constructor(client: SessionClient, path: string) {
		this.#client = client;
		this.#path = path;
		const { signal } = this.#stop;
		document.addEventListener(
			"visibilitychange",
			() => {
				this.setPage(this.#page);
				this.#report();
			},
			{ signal },
		);
		window.addEventListener(
			"pagehide",
			() => {
				this.#report();
			},
			{ signal },
		);
		const timer = window.setInterval(() => {
			this.#report();
		}, reportInterval);
		signal.addEventListener("abort", () => {
			window.clearInterval(timer);
		});
	}

	/** Sets the current page; 0 for none. */
	setPage(page: number): void {
		this.#page = page;
		this.#log.setPage(document.visibilityState === "visible" ? page : 0, performance.now());
	}

	/** Stops reporting. */
	stop(): void {
		this.#stop.abort();
	}

	#report(): void {
		const reading = this.#log.report(performance.now());
		const text = JSON.stringify(reading);
		if (text !== this.#lastReport) {
			this.#lastReport = text;
			void this.#client.report(this.#path, text);
		}
	}
}
