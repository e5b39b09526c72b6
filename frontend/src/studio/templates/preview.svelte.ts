import { answerOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Params } from "../../core/params/params";
import type { Server } from "../server.svelte";
import type { Missing } from "./template";

/** The request for a preview. */
export interface Wanted {
	readonly version: number;
	/** The parameters; undefined for the sample. */
	readonly params?: Params;
	readonly locale?: string;
	readonly missing?: Missing;
	/** The number of the document among those that the template creates, from 1. */
	readonly document: number;
}

type Answer = components["schemas"]["TemplatePreview"];

/** A page whose picture is loaded. */
export interface SeenPage {
	readonly number: number;
	/** The width in points. */
	readonly width: number;
	readonly height: number;
	readonly url: string;
}

/** A complete preview. */
export interface Seen extends Omit<Answer, "pages"> {
	readonly pages: readonly SeenPage[];
}

/** The delay in milliseconds after the last change. */
const rest = 120;
/** The number of pages requested initially, and with each further request. */
const step = 3;
/** The maximum number of pages that the API returns at a time. */
const most = 20;

/**
 * The preview of a template's pages. The previous pages stay until the new ones are complete. Only the latest request
 * counts.
 */
export class Preview {
	readonly #server: Server;
	readonly #id: string;
	/** Returns the resolution in pixels per point. */
	readonly #scale: () => number;
	seen: Seen | undefined = $state.raw();
	/** The error of the latest request. */
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

	/** Requests another preview: at once if there is none yet, otherwise after a delay. */
	show(wanted: Wanted): void {
		this.#wanted = wanted;
		window.clearTimeout(this.#timer);
		this.#asking.abort();
		this.busy = true;
		const wait = this.seen === undefined && this.failure === undefined ? 0 : rest;
		this.#timer = window.setTimeout(() => void this.#ask(wanted), wait);
	}

	/** Requests further pages of the same preview. */
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
		// Request as many pages as are shown, so that the user does not lose their place.
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

/** Loads the picture of a page, so that it appears at once when added. */
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
