import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { pause } from "../api/pause";
import { retryDelay } from "../core/network/backoff";

/** A server with streams of events. */
interface EventServer {
	/** Whether the server has rejected the API key. */
	readonly keyRejected: boolean;
	fetch(path: string, init: RequestInit): Promise<Response>;
}

/**
 * Calls `onEvent` with each event of one of the server's streams, such as `/changes`, until `signal` is aborted or the
 * key is rejected. Lost connections are restored. `onStatus` is called with the error if reconnecting fails, and with
 * undefined when the connection works again.
 */
export async function followEvents(
	server: EventServer,
	path: string,
	onEvent: (event: EventSourceMessage) => void,
	signal: AbortSignal,
	onStatus: (error: unknown) => void = () => undefined,
): Promise<void> {
	for (let failures = 0; !signal.aborted && !server.keyRejected;) {
		let failure: unknown;
		try {
			const { body } = await server.fetch(path, { signal });
			failures = 0;
			onStatus(undefined);
			await readEvents(body, onEvent);
		} catch (error) {
			// Every error is followed by another attempt, and only repeated errors are reported.
			failure = error;
		}
		if ((signal as Pick<AbortSignal, "aborted">).aborted) {
			return;
		}
		failures++;
		onStatus(failures < 2 ? undefined : failure);
		const delay = failures === 1 ? 200 : retryDelay(failures - 1, Math.random());
		await pause(delay, signal); // if aborted, the loop ends
	}
}

async function readEvents(
	body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
	onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
	const events = body
		?.pipeThrough(new TextDecoderStream())
		.pipeThrough(new EventSourceParserStream())
		.getReader();
	for (;;) {
		const chunk = await events?.read();
		if (chunk === undefined || chunk.done) {
			return;
		}
		onEvent(chunk.value);
	}
}
