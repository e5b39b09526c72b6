import { answerOf } from "../../api/client";
import { type Look, lookMessage, parsePreviewEvent, type PreviewEvent } from "../../core/look";
import type { Server } from "../server.svelte";
import type { Values } from "./sets.svelte";

/** Milliseconds of rest after which a changed profile is shown: the viewer is opened anew for it. */
const rest = 200;

/** A frame of the preview: the one that is seen, or the one that takes its place when it is there. */
export interface PreviewFrame {
	readonly id: number;
	readonly address: string;
}

/**
 * The viewer beside the controls. A theme it puts on at once; for a profile it is opened anew, in a
 * second frame, which takes the place of the first one when it is drawn.
 */
export class Preview {
	frames: readonly PreviewFrame[] = $state.raw([]);
	/** The frame that is seen; 0 while there is none. */
	seen = $state(0);
	problem: string | undefined = $state();
	/** The frames' elements, by their ids. */
	readonly windows: Partial<Record<number, HTMLIFrameElement>> = {};
	#session: { readonly id: string; readonly address: string; readonly document: string } | undefined;
	#profile: Values = {};
	#look: Look | undefined;
	#timer: number | undefined;
	#count = 0;
	#over = false;

	constructor(
		private readonly server: Server,
		private readonly reader: string,
		private readonly heard: (event: PreviewEvent) => void,
	) {}

	/** Shows a document. Without one there is nothing to show. */
	async open(document: string): Promise<void> {
		this.problem = undefined;
		try {
			const { id, viewerURL } = await answerOf(
				this.server.client.POST("/api/v0/settings/viewer/preview", {
					params: { query: { documentId: document, reader: this.reader } },
				}),
			);
			await this.#end();
			const address = viewerURL.replace(/^.*(?=\/viewer\/view)/, this.server.url); // as this window reaches it
			this.#session = { id, address, document };
			if (this.#over) {
				await this.#end();
			} else {
				this.#load();
			}
		} catch (error) {
			this.problem = error instanceof Error ? error.message : String(error);
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
	look(look: Look): void {
		this.#look = look;
		for (const { id } of this.frames) {
			this.#send(id);
		}
	}

	/** Hears the frames. */
	readonly onMessage = (event: MessageEvent<unknown>): void => {
		const id = this.frames.find((frame) => this.windows[frame.id]?.contentWindow === event.source)?.id;
		const said = id === undefined ? undefined : parsePreviewEvent(event.data);
		if (id === undefined || said === undefined) {
			return;
		}
		if (said.name === "listening") {
			this.#send(id);
		} else if (said.name === "shown") {
			this.seen = id;
			this.frames = this.frames.filter((frame) => frame.id >= id);
		} else {
			this.heard(said);
		}
	};

	/** Ends the preview and its session. */
	close(): void {
		this.#over = true;
		window.clearTimeout(this.#timer);
		void this.#end();
	}

	#load(): void {
		if (this.#session === undefined) {
			return;
		}
		const overrides = encodeURIComponent(JSON.stringify(this.#profile));
		const frame = { id: ++this.#count, address: `${this.#session.address}&profileOverrides=${overrides}` };
		this.frames = [...this.frames.filter(({ id }) => id === this.seen), frame];
	}

	#send(id: number): void {
		if (this.#look !== undefined) {
			const origin = this.server.url.replace(/^([a-z]+:\/\/[^/]+).*$/, "$1");
			this.windows[id]?.contentWindow?.postMessage(lookMessage(this.#look), origin);
		}
	}

	async #end(): Promise<void> {
		const id = this.#session?.id;
		this.#session = undefined;
		if (id !== undefined) {
			await this.server.client
				.DELETE("/api/v0/session/{id}", { params: { path: { id } } })
				.catch(() => undefined);
		}
	}
}
