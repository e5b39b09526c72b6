import { getContext, setContext } from "svelte";
import { answerOf } from "../../api/client";
import type { LibraryOverview } from "../../api/library";
import { Throttle } from "../throttle";
import type { Server } from "../server.svelte";

const topics = new Set(["document", "collection", "folder", "settings"]);

/** What the library has, as the side bar shows it: kept fresh while it is followed. */
export class Overview {
	readonly #server: Server;
	data: LibraryOverview | undefined = $state.raw();
	readonly #look = new Throttle(() => this.#read());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Keeps it fresh. Answers what ends that. */
	follow(): () => void {
		this.#look.ask();
		const end = this.#server.onChange(({ changes, reset }) => {
			if (reset || changes.some(({ topic }) => topics.has(topic))) {
				this.#look.ask();
			}
		});
		return () => {
			end();
			this.#look.stop();
		};
	}

	async #read(): Promise<void> {
		try {
			this.data = await answerOf(this.#server.client.GET("/api/v0/library"));
		} catch {
			// What is shown stays; that the server does not answer is shown elsewhere.
		}
	}
}

const name = Symbol("overview");

export function provideOverview(overview: Overview): Overview {
	return setContext(name, overview);
}

/** What the library has, of the window that a component is in. */
export function useOverview(): Overview {
	return getContext<Overview>(name);
}
