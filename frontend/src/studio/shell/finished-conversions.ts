import { dataOf, messageOf } from "../../api/client";
import { followEvents } from "../event-stream";
import type { Server } from "../server.svelte";

/** The time in milliseconds that a conversion must take at least for its end to be reported. */
const minDuration = 10_000;

/** An event about a document, in the stream of the server. */
interface DocumentEvent {
	readonly type: string;
	readonly data: { readonly id: string };
	readonly triggered_at: string;
}

/** The result of a long conversion. */
export interface FinishedConversion {
	readonly id: string;
	readonly name: string;
	/** The reason for the failure; undefined if the conversion succeeded. */
	readonly message: string | undefined;
}

/** Calls `onFinished` whenever a long conversion has ended, until `signal` is aborted. */
export function followFinishedConversions(
	server: Server,
	onFinished: (conversion: FinishedConversion) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const startTimes = new Map<string, number>();
	return followEvents(
		server,
		"/events",
		({ data: text }) => {
			const { type, data, triggered_at: timestamp } = JSON.parse(text) as DocumentEvent;
			if (type === "document.processingStarted") {
				startTimes.set(data.id, Date.parse(timestamp));
			} else if (type === "document.ready" || type === "document.failed") {
				const time = Date.parse(timestamp) - (startTimes.get(data.id) ?? Infinity);
				startTimes.delete(data.id);
				if (time > minDuration) {
					void fetchFinished(server, data.id).then(onFinished);
				}
			}
		},
		signal,
	);
}

async function fetchFinished(server: Server, id: string): Promise<FinishedConversion> {
	const found = await dataOf(
		server.client.GET("/api/v0/document/{id}", { params: { path: { id }, query: { details: true } } }),
	);
	return { id, name: found.name, message: messageOf(found) };
}
