import type { Server } from "./server.svelte";
import { firstPictures } from "./start";

/** The maximum number of concurrent requests. */
const maxParallel = 6;
/** The time in milliseconds without a scroll event after which scrolling has ended. */
const scrollEndDelay = 150;
/** The maximum number of cached pictures. Each has about 20 KB. */
const maxCached = 600;

/** Identifies a picture: the first page of a revision of a document, with a width in pixels. */
export interface Picture {
	readonly id: string;
	readonly revision: number;
	readonly width: number;
}

function keyOf({ id, revision, width }: Picture): string {
	return `${id}:${revision}:${width}`;
}

interface PictureRequest {
	readonly key: string;
	readonly path: string;
	readonly resolve: (url: string | undefined) => void;
	readonly signal: AbortSignal;
}

/**
 * Loads the pictures of document pages. The latest request is served first. When a list is scrolled, the `signal` of a
 * request cancels it if its picture is no longer needed.
 */
export class Thumbnails {
	readonly #server: Server;
	readonly #cache = new Map<string, string>();
	#queue: PictureRequest[] = [];
	#running = 0;
	#isScrolling = false;
	#scrollEndTimer: number | undefined;

	constructor(server: Server) {
		this.#server = server;
		for (const picture of firstPictures.splice(0)) {
			this.#store(keyOf(picture), `data:image/png;base64,${picture.png}`);
		}
	}

	/** Returns the URL of a cached picture; undefined if it is not cached. */
	cached(picture: Picture): string | undefined {
		return this.#cache.get(keyOf(picture));
	}

	/** Returns the URL of a picture; undefined if it cannot be loaded, or the request was cancelled. */
	load(picture: Picture, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(picture.id)}/thumbnail?width=${picture.width}`;
		return this.#request(keyOf(picture), path, signal);
	}

	/** Like `load`, but for any page, at `scale` pixels per point. */
	loadPage(id: string, page: number, scale: number, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(id)}/page/${page}.png?scale=${scale}`;
		return this.#request(path, path, signal);
	}

	/**
	 * Call this on every scroll event. Until scrolling has ended, only one picture is loaded at a time, because
	 * decoding pictures makes scrolling less smooth.
	 */
	handleScroll(): void {
		this.#isScrolling = true;
		window.clearTimeout(this.#scrollEndTimer);
		this.#scrollEndTimer = window.setTimeout(() => {
			this.#isScrolling = false;
			this.#startNext();
		}, scrollEndDelay);
	}

	#request(key: string, path: string, signal: AbortSignal): Promise<string | undefined> {
		const found = this.#cache.get(key);
		if (found !== undefined) {
			return Promise.resolve(found);
		}
		return new Promise((resolve) => {
			this.#queue.push({ key, path, resolve, signal });
			this.#startNext();
		});
	}

	#startNext(): void {
		while (this.#running < (this.#isScrolling ? 1 : maxParallel) && this.#queue.length > 0) {
			const request = this.#queue.pop();
			if (request === undefined) {
				return;
			}
			if (request.signal.aborted) {
				request.resolve(undefined);
				continue;
			}
			this.#running++;
			void this.#load(request).finally(() => {
				this.#running--;
				this.#startNext();
			});
		}
	}

	async #load({ key, path, resolve, signal }: PictureRequest): Promise<void> {
		try {
			const response = await this.#server.fetch(path, { signal });
			const url = URL.createObjectURL(await response.blob());
			this.#store(key, url);
			resolve(url);
		} catch {
			resolve(undefined); // an icon is shown instead
		}
	}

	#store(key: string, url: string): void {
		this.#cache.set(key, url);
		for (const [oldest, address] of this.#cache) {
			if (this.#cache.size <= maxCached) {
				break;
			}
			this.#cache.delete(oldest);
			URL.revokeObjectURL(address);
		}
	}
}
