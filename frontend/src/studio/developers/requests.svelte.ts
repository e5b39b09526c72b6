import type { components } from "../../api/schema.gen";
import { retryDelay } from "../../core/backoff";
import { EventStreamReader } from "../../core/eventstream";
import { joinRequests } from "../../core/requestlog";
import type { Server } from "../server.svelte";

/** A request that the server has answered. */
export type AnsweredRequest = components["schemas"]["AnsweredRequest"];

/** The last requests to a server, as they come. */
export class RequestLog {
	/** The oldest first; undefined until there is an answer. */
	list: readonly AnsweredRequest[] | undefined = $state.raw();
	/** Whether new ones are added. */
	live = $state(false);

	constructor(private readonly server: Server) {}

	/** Follows them until `signal` is aborted, over any number of lost connections. */
	async follow(signal: AbortSignal): Promise<void> {
		for (let failures = 0; !signal.aborted; failures++) {
			try {
				const { body } = await this.server.fetch("/requests/stream", { signal });
				failures = 0;
				this.live = true;
				await this.#read(body);
			} catch {
				// The shell tells that the server does not answer; it is tried again.
			}
			this.live = false;
			await pause(retryDelay(failures, Math.random()), signal);
		}
	}

	async #read(body: ReadableStream<Uint8Array<ArrayBuffer>> | null): Promise<void> {
		const texts = body?.pipeThrough(new TextDecoderStream()).getReader();
		const events = new EventStreamReader();
		let first = true; // a server that was started anew counts anew
		for (;;) {
			const piece = await texts?.read();
			if (piece === undefined || piece.done) {
				return;
			}
			for (const { name, data } of events.read(piece.value)) {
				if (name === "requests") {
					this.list = joinRequests(first ? [] : (this.list ?? []), JSON.parse(data) as AnsweredRequest[]);
					first = false;
				}
			}
			this.list ??= [];
		}
	}
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = window.setTimeout(resolve, milliseconds);
		signal.addEventListener("abort", () => {
			window.clearTimeout(timer);
			resolve();
		});
	});
}
