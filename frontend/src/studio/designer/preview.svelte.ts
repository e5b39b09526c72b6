import { dataOf } from "../../api/client";
import { commandMessage, parseViewerMessage } from "../../core/messages/host-protocol";
import {
	parsePreviewEvent,
	type PreviewEvent,
	type PreviewState,
	previewStateMessage,
} from "../../core/messages/preview-protocol";
import type { Server } from "../server.svelte";
import type { Values } from "./property-set";

/** The delay in milliseconds between the last change of a profile and loading the viewer again. */
const reloadDelay = 200;

/** A frame of the preview: the visible frame, or a frame that is being loaded and will replace the visible one. */
export interface PreviewFrame {
	readonly id: number;
	readonly address: string;
	/** The id of the frame's session. */
	readonly session: string;
}

/**
 * The preview: a viewer beside the controls. A change of the theme is applied to the viewer at once. After a change of
 * the profile, the viewer is loaded again in a second frame. This frame replaces the first one when its page is drawn.
 */
export class Preview {
	readonly #server: Server;
	readonly #reader: string;
	readonly #onEvent: (event: PreviewEvent) => void;
	frames: readonly PreviewFrame[] = $state.raw([]);
	/** The id of the visible frame; 0 if there is none. */
	visibleFrame = $state(0);
	/** The error of the last attempt to open a document; undefined if it was successful. */
	problem: unknown = $state.raw();
	isOpening = $state(false);
	/** The frames' elements, by id. */
	readonly iframes: Partial<Record<number, HTMLIFrameElement>> = {};
	#session: { readonly id: string; readonly address: string; readonly document: string } | undefined;
	/** The ids of the open sessions. */
	readonly #sessions = new Set<string>();
	#profile: Values = {};
	#state: PreviewState | undefined;
	#timer: number | undefined;
	#frameCount = 0;
	/**
	 * Increases with each request for a session, so that the response to an earlier request can be recognized and
	 * ignored.
	 */
	#requestCount = 0;

	constructor(server: Server, reader: string, onEvent: (event: PreviewEvent) => void) {
		this.#server = server;
		this.#reader = reader;
		this.#onEvent = onEvent;
	}

	/** Shows a document. Before the first call, the preview is empty. */
	async open(document: string): Promise<void> {
		const request = ++this.#requestCount;
		this.isOpening = true;
		try {
			const { id, viewerURL } = await dataOf(
				this.#server.client.POST("/api/v0/settings/viewer/preview", {
					params: { query: { documentId: document, reader: this.#reader } },
				}),
			);
			this.#sessions.add(id);
			if (request !== this.#requestCount) {
				this.#closeUnusedSessions();
				return;
			}
			// Replace the server's public base URL with the one by which this window reaches the server.
			const address = viewerURL.replace(/^.*(?=\/viewer\/view)/, this.#server.url);
			this.#session = { id, address, document };
			this.problem = undefined;
			this.#load();
		} catch (error) {
			if (request === this.#requestCount) {
				this.problem = error;
			}
		}
		if (request === this.#requestCount) {
			this.isOpening = false;
		}
	}

	/** Sets the profile. After a delay, the viewer is loaded again with it. */
	setProfile(values: Values): void {
		if (JSON.stringify(values) === JSON.stringify(this.#profile)) {
			return;
		}
		this.#profile = values;
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#load();
		}, reloadDelay);
	}

	/** Sets the state of the preview, and sends it to all frames. */
	setState(state: PreviewState): void {
		this.#state = state;
		for (const { id } of this.frames) {
			this.#send(id);
		}
	}

	/** Handles a message to this window. Messages that are not from a frame of the preview are ignored. */
	readonly onMessage = (event: MessageEvent<unknown>): void => {
		const frame = this.frames.find(({ id }) => this.iframes[id]?.contentWindow === event.source);
		if (frame === undefined) {
			return;
		}
		this.#handleViewerEvent(frame, event.data);
		const previewEvent = parsePreviewEvent(event.data);
		if (previewEvent === undefined) {
			return;
		}
		const { id } = frame;
		if (previewEvent.name === "listening") {
			this.#send(id);
		} else if (previewEvent.name === "shown") {
			this.visibleFrame = id;
			this.frames = this.frames.filter((frame) => frame.id >= id);
			this.#closeUnusedSessions();
		} else {
			this.#onEvent(previewEvent);
		}
	};

	/** Closes the preview and ends its session. */
	close(): void {
		this.#requestCount++;
		window.clearTimeout(this.#timer);
		this.#session = undefined;
		this.frames = [];
		this.#closeUnusedSessions();
	}

	/**
	 * Handles the events of the viewer's public API. When the session of the preview has expired, a new session is
	 * opened.
	 */
	#handleViewerEvent({ id, session }: PreviewFrame, data: unknown): void {
		const message = parseViewerMessage(data);
		if (message === undefined || "answer" in message) {
			return;
		}
		if (message.name === "hello") {
			this.#post(id, commandMessage({ name: "hello", data: {} }, 0));
		} else if (message.name === "expired" && session === this.#session?.id) {
			void this.open(this.#session.document); // the session has expired
		}
	}

	#load(): void {
		if (this.#session === undefined) {
			return;
		}
		const overrides = encodeURIComponent(JSON.stringify(this.#profile));
		const { id: session, address } = this.#session;
		const frame = { id: ++this.#frameCount, address: `${address}&profileOverrides=${overrides}`, session };
		this.frames = [...this.frames.filter(({ id }) => id === this.visibleFrame), frame];
	}

	#send(id: number): void {
		if (this.#state !== undefined) {
			this.#post(id, previewStateMessage(this.#state));
		}
	}

	#post(id: number, message: object): void {
		this.iframes[id]?.contentWindow?.postMessage(message, new URL(this.#server.url).origin);
	}

	/** Ends the sessions that no frame uses any more. If a request fails, the session expires later. */
	#closeUnusedSessions(): void {
		for (const id of this.#sessions) {
			if (id !== this.#session?.id && !this.frames.some(({ session }) => session === id)) {
				this.#sessions.delete(id);
				this.#server.client
					.DELETE("/api/v0/session/{id}", { params: { path: { id } } })
					.catch(() => undefined);
			}
		}
	}
}
