import { answerOf } from "../../api/client";
import { commandMessage, parseViewerMessage } from "../../core/messages/host-protocol";
import {
	type PreviewState,
	previewStateMessage,
	parsePreviewEvent,
	type PreviewEvent,
} from "../../core/messages/preview-protocol";
import type { Server } from "../server.svelte";
import type { Values } from "./property-set";

/** Milliseconds of rest after which a changed profile is shown: the viewer is opened anew for it. */
const rest = 200;

/** A frame of the preview: the one that is seen, or the one that takes its place when it is there. */
export interface PreviewFrame {
	readonly id: number;
	readonly address: string;
	/** The id of its session. */
	readonly session: string;
}

/**
 * The viewer beside the controls. A theme it puts on at once; for a profile it is opened anew, in a
 * second frame, which takes the place of the first one when it is drawn.
 */
export class Preview {
	readonly #server: Server;
	readonly #reader: string;
	readonly #heard: (event: PreviewEvent) => void;
	frames: readonly PreviewFrame[] = $state.raw([]);
	/** The frame that is seen; 0 while there is none. */
	seen = $state(0);
	problem: unknown = $state.raw();
	/** The frames' elements, by their ids. */
	readonly windows: Partial<Record<number, HTMLIFrameElement>> = {};
	#session: { readonly id: string; readonly address: string; readonly document: string } | undefined;
	/** The sessions that have not ended. */
	readonly #sessions = new Set<string>();
	#profile: Values = {};
	#look: PreviewState | undefined;
	#timer: number | undefined;
	#count = 0;
	/** Grows with each wish for a session: an answer to an older one is passed over. */
	#wishes = 0;

	constructor(server: Server, reader: string, heard: (event: PreviewEvent) => void) {
		this.#server = server;
		this.#reader = reader;
		this.#heard = heard;
	}

	/** Shows a document. Without one there is nothing to show. */
	async open(document: string): Promise<void> {
		this.problem = undefined;
		const wish = ++this.#wishes;
		try {
			const { id, viewerURL } = await answerOf(
				this.#server.client.POST("/api/v0/settings/viewer/preview", {
					params: { query: { documentId: document, reader: this.#reader } },
				}),
			);
			this.#sessions.add(id);
			if (wish !== this.#wishes) {
				this.#endUnused();
				return;
			}
			const address = viewerURL.replace(/^.*(?=\/viewer\/view)/, this.#server.url); // as this window reaches it
			this.#session = { id, address, document };
			this.#load();
		} catch (error) {
			if (wish === this.#wishes) {
				this.problem = error;
			}
		}
	}

	/** Shows a profile: once it has come to rest. */
	profile(values: Values): void {
		if (JSON.stringify(values) === JSON.stringify(this.#profile)) {
			return;
		}
		this.#profile = values;
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#load();
		}, rest);
	}

	/** Has the preview look otherwise. */
	look(look: PreviewState): void {
		this.#look = look;
		for (const { id } of this.frames) {
			this.#send(id);
		}
	}

	/** Hears the frames. */
	readonly onMessage = (event: MessageEvent<unknown>): void => {
		const frame = this.frames.find(({ id }) => this.windows[id]?.contentWindow === event.source);
		if (frame === undefined) {
			return;
		}
		this.#hearViewer(frame, event.data);
		const said = parsePreviewEvent(event.data);
		if (said === undefined) {
			return;
		}
		const { id } = frame;
		if (said.name === "listening") {
			this.#send(id);
		} else if (said.name === "shown") {
			this.seen = id;
			this.frames = this.frames.filter((frame) => frame.id >= id);
			this.#endUnused();
		} else {
			this.#heard(said);
		}
	};

	/** Ends the preview and its session. */
	close(): void {
		this.#wishes++;
		window.clearTimeout(this.#timer);
		this.#session = undefined;
		this.frames = [];
		this.#endUnused();
	}

	/** Hears what any viewer tells the page that frames it: when its session is over, it gets another one. */
	#hearViewer({ id, session }: PreviewFrame, data: unknown): void {
		const message = parseViewerMessage(data);
		if (message === undefined || "answer" in message) {
			return;
		}
		if (message.name === "hello") {
			this.#post(id, commandMessage({ name: "hello", data: {} }, 0));
		} else if (message.name === "expired" && session === this.#session?.id) {
			void this.open(this.#session.document); // the day is over
		}
	}

	#load(): void {
		if (this.#session === undefined) {
			return;
		}
		const overrides = encodeURIComponent(JSON.stringify(this.#profile));
		const { id: session, address } = this.#session;
		const frame = { id: ++this.#count, address: `${address}&profileOverrides=${overrides}`, session };
		this.frames = [...this.frames.filter(({ id }) => id === this.seen), frame];
	}

	#send(id: number): void {
		if (this.#look !== undefined) {
			this.#post(id, previewStateMessage(this.#look));
		}
	}

	#post(id: number, message: object): void {
		this.windows[id]?.contentWindow?.postMessage(message, new URL(this.#server.url).origin);
	}

	/** Ends the sessions that no frame shows any more; where that is not told, their time ends them. */
	#endUnused(): void {
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
