import { getContext, setContext } from "svelte";
import { dataOf } from "../../api/client";
import type { LibraryOverview } from "../../api/library";
import { Throttle } from "../throttle";
import type { Server } from "../server.svelte";

const topics = new Set(["document", "collection", "folder", "settings"]);

/**
 * The tags, the collections, and the numbers of documents in the library. They are kept up to date once `startUpdates`
 * has been called.
 */
export class Overview {
	readonly #server: Server;
	data: LibraryOverview | undefined = $state.raw();
	readonly #reload = new Throttle(() => this.#load());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Reads the overview, and reads it again after each relevant change. Returns a function that stops the updates. */
	startUpdates(): () => void {
		this.#reload.request();
		const unsubscribe = this.#server.onChange(({ changes, reset }) => {
			if (reset || changes.some(({ topic }) => topics.has(topic))) {
				this.#reload.request();
			}
		});
		return () => {
			unsubscribe();
			this.#reload.stop();
		};
	}

	async #load(): Promise<void> {
		try {
			this.data = await dataOf(this.#server.client.GET("/api/v0/library"));
		} catch {
			// After an error, the previous numbers stay. The shell of the window already shows that the server does not
			// respond.
		}
	}
}

const contextKey = Symbol("overview");

export function provideOverview(overview: Overview): Overview {
	return setContext(contextKey, overview);
}

/** Returns the overview of the window that contains the component. */
export function useOverview(): Overview {
	return getContext<Overview>(contextKey);
}
