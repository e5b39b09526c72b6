import { dataOf } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { Params } from "../../core/params/params";
import type { Server } from "../server.svelte";
import type { MissingPolicy } from "./template";

/** The parameters of a preview. */
export interface PreviewRequest {
	readonly version: number;
	/** The parameters of the template; undefined for sample data. */
	readonly params?: Params;
	readonly locale?: string;
	readonly missing?: MissingPolicy;
	/** The number of the document, from 1, if the template creates several documents. */
	readonly document: number;
}

type PreviewResponse = components["schemas"]["TemplatePreview"];

/** A page of a preview, with its decoded picture. */
export interface LoadedPage {
	readonly number: number;
	/** The width in points. */
	readonly width: number;
	readonly height: number;
	readonly url: string;
}

/** A preview, with the decoded pictures of all its pages. */
export interface LoadedPreview extends Omit<PreviewResponse, "pages"> {
	readonly pages: readonly LoadedPage[];
}

/** The delay in milliseconds between the last change and the request for a new preview. */
const changeDelay = 120;
/** The number of pages that are requested initially, and by each call of `loadMore`. */
const pageStep = 3;
/** The maximum number of pages that the API returns at a time. */
const maxPages = 20;

/**
 * The preview of a filled template. When it changes, the previous pages stay until all pictures of the new pages are
 * loaded. Responses to earlier requests are ignored.
 */
export class Preview {
	readonly #server: Server;
	readonly #id: string;
	/** Returns the resolution in pixels per point. */
	readonly #scale: () => number;
	result: LoadedPreview | undefined = $state.raw();
	/** The error of the latest request. */
	failure: unknown = $state.raw();
	busy = $state(false);
	#latest: PreviewRequest | undefined;
	#timer: number | undefined;
	#controller = new AbortController();
	#isLoadingMore = false;

	constructor(server: Server, id: string, scale: () => number) {
		this.#server = server;
		this.#id = id;
		this.#scale = scale;
	}

	/** Requests a new preview: at once if no preview is shown yet, otherwise after a delay. */
	show(request: PreviewRequest): void {
		this.#latest = request;
		window.clearTimeout(this.#timer);
		this.#controller.abort();
		this.busy = true;
		const delay = this.result === undefined && this.failure === undefined ? 0 : changeDelay;
		this.#timer = window.setTimeout(() => void this.#request(request), delay);
	}

	/** Repeats the last request. */
	retry(): void {
		if (this.#latest !== undefined) {
			this.show(this.#latest);
		}
	}

	/** Adds the next pages to the visible preview, if there are more. */
	async loadMore(): Promise<void> {
		const { result } = this;
		const request = this.#latest;
		if (
			this.busy ||
			this.#isLoadingMore ||
			result === undefined ||
			request === undefined ||
			result.pages.length >= result.pageCount
		) {
			return;
		}
		this.#isLoadingMore = true;
		try {
			const next = await this.#load(request, result.pages.length + 1, pageStep, this.#controller.signal);
			if (this.result === result) {
				this.result = { ...result, pages: [...result.pages, ...next.pages] };
			}
		} catch (error) {
			if (this.result === result && !isAbort(error)) {
				this.failure = error;
			}
		} finally {
			this.#isLoadingMore = false;
		}
	}

	close(): void {
		window.clearTimeout(this.#timer);
		this.#controller.abort();
	}

	async #request(request: PreviewRequest): Promise<void> {
		const controller = new AbortController();
		this.#controller = controller;
		// As many pages are requested as are shown now, so that the scroll position stays.
		const count = Math.min(maxPages, Math.max(pageStep, this.result?.pages.length ?? 0));
		try {
			const next = await this.#load(request, 1, count, controller.signal);
			if (!controller.signal.aborted) {
				this.result = next;
				this.failure = undefined;
			}
		} catch (error) {
			if (!controller.signal.aborted) {
				this.failure = error;
			}
		}
		if (!controller.signal.aborted) {
			this.busy = false;
		}
	}

	async #load(
		request: PreviewRequest,
		first: number,
		count: number,
		signal: AbortSignal,
	): Promise<LoadedPreview> {
		const { version, params, locale, missing, document } = request;
		const response = await dataOf(
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
		return { ...response, pages: await Promise.all(response.pages.map(decode)) };
	}
}

function isAbort(error: unknown): boolean {
	return error instanceof DOMException && error.name === "AbortError";
}

/** Loads and decodes the picture of a page, so that it is visible as soon as it is added to the DOM. */
async function decode({
	number,
	width,
	height,
	png,
}: components["schemas"]["TemplatePage"]): Promise<LoadedPage> {
	const picture = new Image();
	picture.src = `data:image/png;base64,${png}`;
	await picture.decode();
	return { number, width, height, url: picture.src };
}
