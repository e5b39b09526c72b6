import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";
import {
	answerOf,
	createInterfaceClient,
	type InterfaceClient,
	pageLanguage,
	reached,
	refusal,
} from "../api/client";
import { pause } from "../api/pause";
import type { components } from "../api/schema.gen";
import { retryDelay } from "../core/network/backoff";

/** The key that asks, as the interface tells of it. */
export type CurrentKey = components["schemas"]["CurrentKey"];

/** One thing that has changed. */
export interface Change {
	readonly topic: string;
	readonly id: string;
}

/** What has changed; `reset` says that more has than is named. */
export interface Changes {
	readonly changes: readonly Change[];
	readonly reset: boolean;
}

/** The server that the window shows, as its key lets it. */
export class Server {
	readonly client: InterfaceClient;
	/** Why the server cannot be worked with, as the stream of changes tells it; undefined while it can. */
	trouble: unknown = $state.raw();
	/** Whether the key opens nothing any more: it was revoked, or its time is over. */
	refused = $state(false);
	readonly #listeners = new Set<(changes: Changes) => void>();

	private constructor(
		/** Ends without a slash. */
		readonly apiBase: string,
		readonly key: string,
		readonly current: CurrentKey,
		/** Lectern's version. */
		readonly version: string,
	) {
		this.client = createInterfaceClient(apiBase, key, () => {
			this.refused = true;
		});
	}

	/** Reaches a server with a key; a ServerError where that is not to be. */
	static async reach(apiBase: string, key: string, signal?: AbortSignal): Promise<Server> {
		const client = createInterfaceClient(apiBase, key);
		const options = signal === undefined ? {} : { signal };
		const [current, { version }] = await Promise.all([
			answerOf(client.GET("/api/v0/key/current", options)),
			answerOf(client.GET("/api/v0/server", options)),
		]);
		return new Server(apiBase, key, current, version);
	}

	/** The address under which the server lies, without a slash at its end. */
	get url(): string {
		return this.apiBase.replace(/\/api\/v0$/, "");
	}

	/** Notes that a person has opened a document: it is among the recent ones. */
	async noteOpened(id: string): Promise<void> {
		if (this.mayWrite) {
			await answerOf(
				this.client.PATCH("/api/v0/document/{id}", { params: { path: { id } }, body: { opened: true } }),
			);
		}
	}

	/** Whether the key may change documents. */
	get mayWrite(): boolean {
		return this.current.role !== "read";
	}

	/** Whether the key may change settings, profiles, themes and keys. */
	get mayManage(): boolean {
		return this.current.role === "admin";
	}

	/** An answer's bytes, of a path below the interface. */
	fetch(path: string, init: RequestInit = {}): Promise<Response> {
		return this.#fetch(this.apiBase + path, init);
	}

	/** The same of the interface of tasks and templates, which lies beside that. */
	fetchTask(path: string, init: RequestInit = {}): Promise<Response> {
		return this.#fetch(`${this.url}/v1${path}`, init);
	}

	async #fetch(address: string, init: RequestInit): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("Authorization", this.key);
		headers.set("Accept-Language", pageLanguage());
		const answer = await reached(fetch(address, { ...init, headers }));
		this.refused ||= answer.status === 401;
		if (!answer.ok) {
			throw refusal(await answer.json().catch(() => undefined), answer.status);
		}
		return answer;
	}

	/** Calls `listener` with what changes, from now on. Answers what ends it. */
	onChange(listener: (changes: Changes) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Follows the server's changes until `signal` is aborted, over any number of lost connections. */
	async follow(signal: AbortSignal): Promise<void> {
		// A stream begins with a reset: what happened before it was missed.
		const hear = ({ event, data }: EventSourceMessage) => {
			if (event === "changed") {
				this.#tell(JSON.parse(data) as Changes);
			}
		};
		await this.stream("/changes", hear, signal, (trouble) => {
			this.trouble = trouble;
		});
	}

	/**
	 * Calls `hear` with the events of a stream until `signal` is aborted, over any number of lost
	 * connections; `tell` why there is none, or undefined where there is one.
	 */
	async stream(
		path: string,
		hear: (event: EventSourceMessage) => void,
		signal: AbortSignal,
		tell: (trouble: unknown) => void = () => undefined,
	): Promise<void> {
		for (let failures = 0; !signal.aborted && !this.refused;) {
			let trouble: unknown;
			try {
				const { body } = await this.fetch(path, { signal });
				failures = 0;
				tell(undefined);
				await readEvents(body, hear);
			} catch (error) {
				// Whatever the reason, it is tried again; once, nobody is told.
				trouble = error;
			}
			if ((signal as Pick<AbortSignal, "aborted">).aborted) {
				return;
			}
			failures++;
			tell(failures < 2 ? undefined : trouble);
			const delay = failures === 1 ? 200 : retryDelay(failures - 1, Math.random());
			await pause(delay, signal).catch(() => undefined); // the loop ends where it is aborted
		}
	}

	#tell(changes: Changes): void {
		for (const listener of this.#listeners) {
			listener(changes);
		}
	}
}

async function readEvents(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	hear: (event: EventSourceMessage) => void,
): Promise<void> {
	const events = body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	for (;;) {
		const piece = await events?.read();
		if (piece === undefined || piece.done) {
			return;
		}
		hear(piece.value);
	}
}
