import { answerOf, messageOf } from "../../api/client";
import type { Server } from "../server.svelte";

/** The duration in milliseconds from which the end of a conversion is reported. */
const long = 10_000;

/** An event of a document in the stream. */
interface DocumentEvent {
	readonly type: string;
	readonly data: { readonly id: string };
	readonly triggered_at: string;
}

/** The result of a long conversion. */
export interface FinishedConversion {
	readonly id: string;
	readonly name: string;
	/** The reason of a failure; undefined if it succeeded. */
	readonly message: string | undefined;
}

/** Calls `tell` when a long conversion has ended, until `signal` is aborted. */
export function followFinishedConversions(
	server: Server,
	tell: (ending: FinishedConversion) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	const begun = new Map<string, number>();
	return server.stream(
		"/events",
		({ data: text }) => {
			const { type, data, triggered_at: at } = JSON.parse(text) as DocumentEvent;
			if (type === "document.processingStarted") {
				begun.set(data.id, Date.parse(at));
			} else if (type === "document.ready" || type === "document.failed") {
				const time = Date.parse(at) - (begun.get(data.id) ?? Infinity);
				begun.delete(data.id);
				if (time > long) {
					void endingOf(server, data.id).then(tell);
				}
			}
		},
		signal,
	);
}

async function endingOf(server: Server, id: string): Promise<FinishedConversion> {
	const found = await answerOf(
		server.client.GET("/api/v0/document/{id}", { params: { path: { id }, query: { details: true } } }),
	);
	return { id, name: found.name, message: messageOf(found) };
}
