import type { Server } from "./server.svelte";

/** Pictures that are asked for at a time. */
const atATime = 6;
/** Milliseconds for which the page is held to move on, after it has moved. */
const motion = 150;
/** Pictures that are kept: some 20 KB each. */
const mostKept = 600;

/** The picture of a document as it was at a revision, of a width in pixels. */
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
 * The pictures of documents' first pages. What was asked for last comes first, and who has scrolled on
 * asks for nothing more: `signal` says so.
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

	/** A picture that is at hand. */
	at(picture: Picture): string | undefined {
		return this.#kept.get(keyOf(picture));
	}

	/** The address of a picture; undefined where there is none, or it is not wanted any more. */
	find(picture: Picture, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(picture.id)}/thumbnail?width=${picture.width}`;
		return this.#find(keyOf(picture), path, signal);
	}

	/** The same of a page, of `scale` pixels a point. */
	findPage(id: string, page: number, scale: number, signal: AbortSignal): Promise<string | undefined> {
		const path = `/document/${encodeURIComponent(id)}/page/${page}.png?scale=${scale}`;
		return this.#find(path, path, signal);
	}

	/** Says that what is seen moves: until it stands still pictures come one at a time, as to draw them takes the machine's time, too. */
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
