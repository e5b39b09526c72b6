import type { SessionClient } from "../../api/session";
import { ReadingLog } from "../../core/session/reading-log";

/** Milliseconds between two reports to an owner who wants to know. */
const between = 20_000;

/** Tells the owner of a session who wants to know what is read: now and then, and when the reader leaves. */
export class Reporting {
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
				this.look(this.#page);
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

	/** A page is the one that is read from now on; 0 is none. */
	look(page: number): void {
		this.#page = page;
		this.#log.look(document.visibilityState === "visible" ? page : 0, performance.now());
	}

	/** Nothing more is told. */
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
