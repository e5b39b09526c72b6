import { answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Params } from "../../core/params/params";
import type { Server } from "../server.svelte";
import type { Missing } from "./template";

/** What is to be seen. */
export interface Wanted {
	readonly version: number;
	/** Undefined for the sample. */
	readonly params?: Params;
	readonly locale?: string;
	readonly missing?: Missing;
	/** Which of the documents that the template makes, from 1. */
	readonly document: number;
}

type Answer = components["schemas"]["TemplatePreview"];

/** A page that can be shown at once. */
export interface SeenPage {
	readonly number: number;
	/** Points. */
	readonly width: number;
	readonly height: number;
	readonly url: string;
}

/** What is seen, whole: nothing of it comes later. */
export interface Seen extends Omit<Answer, "pages"> {
	readonly pages: readonly SeenPage[];
}

/** Milliseconds without a further change before what was typed is shown. */
const rest = 120;
/** Pages that are asked for at first, and with each further request. */
const step = 3;
/** As many as the interface gives at a time. */
const most = 20;

/** The pages of what a template makes. What was seen stays until the next is there, whole; of requests the last one counts. */
export class Preview {
	readonly #server: Server;
	readonly #id: string;
	/** Pixels a point. */
	readonly #scale: () => number;
	seen: Seen | undefined = $state.raw();
	/** Why there is nothing newer. */
	failure: unknown = $state.raw();
	busy = $state(false);
	#wanted: Wanted | undefined;
	#timer: number | undefined;
	#asking = new AbortController();
	#further = false;

	constructor(server: Server, id: string, scale: () => number) {
		this.#server = server;
		this.#id = id;
		this.#scale = scale;
	}

	/** Wants something else to be seen: at once where nothing is yet. */
	show(wanted: Wanted): void {
		this.#wanted = wanted;
		window.clearTimeout(this.#timer);
		this.#asking.abort();
		this.busy = true;
		const wait = this.seen === undefined && this.failure === undefined ? 0 : rest;
		this.#timer = window.setTimeout(() => void this.#ask(wanted), wait);
	}

	/** Wants further pages of the same. */
	async more(): Promise<void> {
		const { seen } = this;
		const wanted = this.#wanted;
		if (
			this.busy ||
			this.#further ||
			seen === undefined ||
			wanted === undefined ||
			seen.pages.length >= seen.pageCount
		) {
			return;
		}
		this.#further = true;
		try {
			const next = await this.#load(wanted, seen.pages.length + 1, step, this.#asking.signal);
			if (this.seen === seen) {
				this.seen = { ...seen, pages: [...seen.pages, ...next.pages] };
			}
		} catch (error) {
			if (this.seen === seen && !isAbort(error)) {
				this.failure = error;
			}
		} finally {
			this.#further = false;
		}
	}

	close(): void {
		window.clearTimeout(this.#timer);
		this.#asking.abort();
	}

	async #ask(wanted: Wanted): Promise<void> {
		const asking = new AbortController();
		this.#asking = asking;
		// As many pages as are seen, or the person would lose their place.
		const count = Math.min(most, Math.max(step, this.seen?.pages.length ?? 0));
		try {
			const next = await this.#load(wanted, 1, count, asking.signal);
			if (!asking.signal.aborted) {
				this.seen = next;
				this.failure = undefined;
			}
		} catch (error) {
			if (!asking.signal.aborted) {
				this.failure = error;
			}
		}
		if (!asking.signal.aborted) {
			this.busy = false;
		}
	}

	async #load(wanted: Wanted, first: number, count: number, signal: AbortSignal): Promise<Seen> {
		const { version, params, locale, missing, document } = wanted;
		const answer = await answerOf(
			this.#server.client.POST("/v1/template/{id}/preview", {
				params: { path: { id: this.#id }, query: { version } },
				body: {
					...(params === undefined ? {} : { params }),
					...(locale ? { locale } : {}),
					...(missing ? { missing } : {}),
					document,
					first,
					count,
					scale: this.#scale(),
				},
				signal,
			}),
		);
		return { ...answer, pages: await Promise.all(answer.pages.map(decode)) };
	}
}

function isAbort(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}

/** A page whose picture the browser has read: it is there when it is put in. */
async function decode({
	number,
	width,
	height,
	png,
}: components["schemas"]["TemplatePage"]): Promise<SeenPage> {
	const picture = new Image();
	picture.src = `data:image/png;base64,${png}`;
	await picture.decode();
	return { number, width, height, url: picture.src };
}
