import type { EventSourceMessage } from "eventsource-parser";
import type { components } from "../../api/schema.gen";
import { joinRequests } from "../../core/network/request-log";
import type { Server } from "../server.svelte";

/** A request that the server has answered. */
export type AnsweredRequest = components["schemas"]["AnsweredRequest"];

/** The last requests to a server, as they come. */
export class RequestLog {
	readonly #server: Server;
	/** The oldest first; undefined until there is an answer. */
	list: readonly AnsweredRequest[] | undefined = $state.raw();
	/** Whether new ones are added. */
	live = $state(false);

	constructor(server: Server) {
		this.#server = server;
	}

	/** Follows them until `signal` is aborted, over any number of lost connections. */
	async follow(signal: AbortSignal): Promise<void> {
		let first = true; // a server that was started anew counts anew
		const hear = ({ event, data }: EventSourceMessage) => {
			if (event === "requests") {
				this.list = joinRequests(first ? [] : (this.list ?? []), JSON.parse(data) as AnsweredRequest[]);
				first = false;
			}
		};
		// That the server does not answer is told by the shell.
		await this.#server.stream("/requests/stream", hear, signal, (trouble) => {
			this.live = trouble === undefined;
			first = true;
		});
	}
}
