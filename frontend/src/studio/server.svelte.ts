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

/** The current key, as described by the API. */
export type CurrentKey = components["schemas"]["CurrentKey"];

/** A change on the server. */
export interface Change {
	readonly topic: string;
	readonly id: string;
}

/** Changes on the server. `reset` means that any data may have changed. */
export interface Changes {
	readonly changes: readonly Change[];
	readonly reset: boolean;
}

/** The server of the window, accessed with a key. */
export class Server {
	readonly client: InterfaceClient;
	/** The error of the stream of changes; undefined while it works. */
	trouble: unknown = $state.raw();
	/** Whether the key was rejected, because it was revoked or has expired. */
	refused = $state(false);
	readonly #listeners = new Set<(changes: Changes) => void>();

	private constructor(
		/** The address of the API, without a trailing slash. */
		readonly apiBase: string,
		readonly key: string,
		readonly current: CurrentKey,
		/** The version of Lectern. */
		readonly version: string,
	) {
		this.client = createInterfaceClient(apiBase, key, () => {
			this.refused = true;
		});
	}

	/** Connects to a server with a key. Throws a ServerError if that fails. */
	static async reach(apiBase: string, key: string, signal?: AbortSignal): Promise<Server> {
		const client = createInterfaceClient(apiBase, key);
		const options = signal === undefined ? {} : { signal };
		const [current, { version }] = await Promise.all([
			answerOf(client.GET("/api/v0/key/current", options)),
			answerOf(client.GET("/api/v0/server", options)),
		]);
		return new Server(apiBase, key, current, version);
	}

	/** The address of the server, without a trailing slash. */
	get url(): string {
		return this.apiBase.replace(/\/api\/v0$/, "");
	}

	/** Records that the user has opened a document, so that it is among the recent ones. */
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

	/** Requests a path of the API without the typed client. */
	fetch(path: string, init: RequestInit = {}): Promise<Response> {
		return this.#fetch(this.apiBase + path, init);
	}

	/** Does the same for the API of tasks and templates, which has a different base path. */
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

	/** Calls `listener` for changes from now on. Returns a function that removes it. */
	onChange(listener: (changes: Changes) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/** Follows the server's changes until `signal` is aborted, and reconnects after lost connections. */
	async follow(signal: AbortSignal): Promise<void> {
		// A stream starts with a reset, because earlier changes may have been missed.
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
	 * Calls `hear` with the events of a stream until `signal` is aborted, and reconnects after lost connections. `tell`
	 * is called with the error, or with undefined when the stream works.
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
				// Retry after every error. A single failure is not reported.
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
