import type { EventSourceMessage } from "eventsource-parser/stream";
import {
	type ApiClient,
	awaitNetwork,
	createApiClient,
	dataOf,
	pageLanguage,
	parseError,
} from "../api/client";
import type { components } from "../api/schema.gen";
import { followEvents } from "./event-stream";
import { dropFirstResponses, fetchOrReuse } from "./start";

/** The API key of this window, as the API describes it. */
export type CurrentKey = components["schemas"]["CurrentKey"];

/** A change on the server. */
export interface Change {
	readonly topic: string;
	readonly id: string;
}

/** Changes on the server. `reset` means that any data may have changed, so that clients must read everything again. */
export interface Changes {
	readonly changes: readonly Change[];
	readonly reset: boolean;
}

/** The server that the window is connected to with an API key. */
export class Server {
	readonly client: ApiClient;
	/** The error of the stream of changes; undefined while the stream works. */
	connectionError: unknown = $state.raw();
	/** Whether the key was rejected, because it was revoked or has expired. */
	keyRejected = $state(false);
	readonly #listeners = new Set<(changes: Changes) => void>();

	private constructor(
		/** The base URL of the API, without a trailing slash. */
		readonly apiBase: string,
		readonly key: string,
		readonly current: CurrentKey,
		/** The version of Lectern. */
		readonly version: string,
	) {
		const onKeyRejected = () => {
			this.keyRejected = true;
		};
		this.client = createApiClient(apiBase, key, onKeyRejected, fetchOrReuse);
	}

	/** Connects to a server with a key. Throws a ServerError if that fails. */
	static async connect(apiBase: string, key: string, signal?: AbortSignal): Promise<Server> {
		const client = createApiClient(apiBase, key, undefined, fetchOrReuse);
		const options = signal === undefined ? {} : { signal };
		const [current, { version }] = await Promise.all([
			dataOf(client.GET("/api/v0/key/current", options)),
			dataOf(client.GET("/api/v0/server", options)),
		]);
		return new Server(apiBase, key, current, version);
	}

	/** The base URL of the server, without a trailing slash. */
	get url(): string {
		return this.apiBase.replace(/\/api\/v0$/, "");
	}

	/** Records that the user has opened a document, so that it is among the recent documents. */
	async recordOpened(id: string): Promise<void> {
		if (this.mayWrite) {
			await dataOf(
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

	/** Sends a request without the typed client. `path` is relative to the base URL of the API. */
	fetch(path: string, init: RequestInit = {}): Promise<Response> {
		return this.#fetch(this.apiBase + path, init);
	}

	/** Like `fetch`, but for the API of tasks and templates, which has a different base URL. */
	fetchTask(path: string, init: RequestInit = {}): Promise<Response> {
		return this.#fetch(`${this.url}/v1${path}`, init);
	}

	async #fetch(address: string, init: RequestInit): Promise<Response> {
		const headers = new Headers(init.headers);
		headers.set("Authorization", this.key);
		headers.set("Accept-Language", pageLanguage());
		const response = await awaitNetwork(fetchOrReuse(new Request(address, { ...init, headers })));
		this.keyRejected ||= response.status === 401;
		if (!response.ok) {
			throw parseError(await response.json().catch(() => undefined), response.status);
		}
		return response;
	}

	/** Calls `listener` for each future change. Returns a function that removes the listener. */
	onChange(listener: (changes: Changes) => void): () => void {
		this.#listeners.add(listener);
		return () => {
			this.#listeners.delete(listener);
		};
	}

	/**
	 * Notifies the listeners about the server's changes until `signal` is aborted, and reconnects after lost
	 * connections.
	 */
	async followChanges(signal: AbortSignal): Promise<void> {
		// Each stream starts with a reset, because changes since the last connection may have been missed.
		const onEvent = ({ event, data }: EventSourceMessage) => {
			if (event === "changed") {
				this.#notify(JSON.parse(data) as Changes);
			}
		};
		await followEvents(this, "/changes", onEvent, signal, (error) => {
			this.connectionError = error;
		});
	}

	#notify(changes: Changes): void {
		dropFirstResponses();
		for (const listener of this.#listeners) {
			listener(changes);
		}
	}
}
