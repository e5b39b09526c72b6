import { getContext, setContext } from "svelte";
import { answerOf } from "../../api/client";
import type { LibraryOverview } from "../../api/library";
import { Throttle } from "../throttle";
import type { Server } from "../server.svelte";

const topics = new Set(["document", "collection", "folder", "settings"]);

/** The numbers of documents for the side bar, kept up to date while followed. */
export class Overview {
	readonly #server: Server;
	data: LibraryOverview | undefined = $state.raw();
	readonly #look = new Throttle(() => this.#read());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Keeps the numbers up to date. Returns a function that stops this. */
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
			// The previous numbers stay. Other parts show that the server does not respond.
		}
	}
}

const name = Symbol("overview");

export function provideOverview(overview: Overview): Overview {
	return setContext(name, overview);
}

/** Returns the overview of the window that contains the component. */
export function useOverview(): Overview {
	return getContext<Overview>(name);
}
