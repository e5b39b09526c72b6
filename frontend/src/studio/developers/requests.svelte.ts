import type { EventSourceMessage } from "eventsource-parser";
import type { components } from "../../api/schema.gen";
import { joinRequests } from "../../core/network/request-log";
import { followEvents } from "../event-stream";
import type { Server } from "../server.svelte";

/** A request that the server has answered. */
export type AnsweredRequest = components["schemas"]["AnsweredRequest"];

/** The latest requests to a server, updated live. */
export class RequestLog {
	readonly #server: Server;
	/** The requests, oldest first; undefined until the server has responded. */
	list: readonly AnsweredRequest[] | undefined = $state.raw();
	/** Whether the connection works, so that new requests are added to the list. */
	live = $state(false);

	constructor(server: Server) {
		this.#server = server;
	}

	/** Keeps the list up to date until `signal` is aborted, and reconnects after lost connections. */
	async follow(signal: AbortSignal): Promise<void> {
		let isFirst = true; // a new stream replaces the list: a restarted server starts numbering again
		const handleEvent = ({ event, data }: EventSourceMessage) => {
			if (event === "requests") {
				this.list = joinRequests(isFirst ? [] : (this.list ?? []), JSON.parse(data) as AnsweredRequest[]);
				isFirst = false;
			}
		};
		// Lost connections are not reported here, because the shell of the window already shows them.
		await followEvents(this.#server, "/requests/stream", handleEvent, signal, (error) => {
			this.live = error === undefined;
			isFirst = true;
		});
	}
}
