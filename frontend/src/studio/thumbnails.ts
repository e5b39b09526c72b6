import type { Server } from "./server.svelte";

/** The number of concurrent requests. */
const atATime = 6;
/** The time in milliseconds after the last scroll event until scrolling has ended. */
const motion = 150;
/** The maximum number of cached pictures, of about 20 KB each. */
const mostKept = 600;

/** The picture of a document's revision, with a width in pixels. */
export interface Picture {
	readonly id: string;
	readonly revision: number;
	readonly width: number;
}

function keyOf({ id, revision, width }: Picture): string {
	return `${id}:${revision}:${width}`;
}

interface Wanted {
	readonly key: string;
	readonly path: string;
	readonly resolve: (url: string | undefined) => void;
	readonly signal: AbortSignal;
}

/**
 * The pictures of documents' first pages. The latest request is served first. A request that is no longer needed,
 * because the list was scrolled, is cancelled by its `signal`.
 */
export class Thumbnails {
	readonly #server: Server;
	readonly #kept = new Map<string, string>();
	#queue: Wanted[] = [];
	#running = 0;
	#moving = false;
	#stopped: number | undefined;

	constructor(server: Server) {
		this.#server = server;
	}

	/** Returns a cached picture. */
	at(picture: Picture): string | undefined {
		return this.#kept.get(keyOf(picture));
	}

	/** Returns the address of a picture; undefined if there is none, or the request was cancelled. */
	find(picture: Picture, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(picture.id)}/thumbnail?width=${picture.width}`;
		return this.#find(keyOf(picture), path, signal);
	}

	/** Does the same for a page, at `scale` pixels per point. */
	findPage(id: string, page: number, scale: number, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(id)}/page/${page}.png?scale=${scale}`;
		return this.#find(path, path, signal);
	}

	/**
	 * Slows loading down to one picture at a time while the list is scrolled, because drawing pictures also needs
	 * processing time.
	 */
	giveWay(): void {
		this.#moving = true;
		window.clearTimeout(this.#stopped);
		this.#stopped = window.setTimeout(() => {
			this.#moving = false;
			this.#next();
		}, motion);
	}

	#find(key: string, path: string, signal: AbortSignal): Promise<string | undefined> {
		const found = this.#kept.get(key);
		if (found !== undefined) {
			return Promise.resolve(found);
		}
		return new Promise((resolve) => {
			this.#queue.push({ key, path, resolve, signal });
			this.#next();
		});
	}

	#next(): void {
		while (this.#running < (this.#moving ? 1 : atATime) && this.#queue.length > 0) {
			const wanted = this.#queue.pop();
			if (wanted === undefined) {
				return;
			}
			if (wanted.signal.aborted) {
				wanted.resolve(undefined);
				continue;
			}
			this.#running++;
			void this.#load(wanted).finally(() => {
				this.#running--;
				this.#next();
			});
		}
	}

	async #load({ key, path, resolve, signal }: Wanted): Promise<void> {
		try {
			const answer = await this.#server.fetch(path, { signal });
			const url = URL.createObjectURL(await answer.blob());
			this.#keep(key, url);
			resolve(url);
		} catch {
			resolve(undefined); // a sign stands in for it
		}
	}

	#keep(key: string, url: string): void {
		this.#kept.set(key, url);
		for (const [oldest, address] of this.#kept) {
			if (this.#kept.size <= mostKept) {
				break;
			}
			this.#kept.delete(oldest);
			URL.revokeObjectURL(address);
		}
	}
}
