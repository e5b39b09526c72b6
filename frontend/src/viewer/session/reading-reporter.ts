import type { SessionClient } from "../../api/session";
import { ReadingLog } from "../../core/session/reading-log";

/** The interval between reports, in milliseconds. */
const between = 20_000;

/** Reports the pages read to the session's owner, if requested: at intervals, and when the reader leaves. */
export class ReadingReporter {
	readonly #client: SessionClient;
	readonly #path: string;
	readonly #log = new ReadingLog();
	#page = 0;
	#told = "";
	readonly #stop = new AbortController();

	constructor(client: SessionClient, path: string) {
		this.#client = client;
		this.#path = path;
		const { signal } = this.#stop;
		document.addEventListener(
			"visibilitychange",
			() => {
				this.setPage(this.#page);
				this.#tell();
			},
			{ signal },
		);
		window.addEventListener(
			"pagehide",
			() => {
				this.#tell();
			},
			{ signal },
		);
		const timer = window.setInterval(() => {
			this.#tell();
		}, between);
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

	#tell(): void {
		const reading = this.#log.report(performance.now());
		const text = JSON.stringify(reading);
		if (text !== this.#told) {
			this.#told = text;
			void this.#client.report(this.#path, text);
		}
	}
}
