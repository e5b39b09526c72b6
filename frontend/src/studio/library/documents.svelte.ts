import { type LibraryDocument, listDocuments, listIds, type ListQuery } from "../../api/library";
import { ChunkCache, type IndexRange } from "../../core/lists/chunks";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** The number of documents in a part of the list. Each request loads one part. */
const partSize = 100;
/** The maximum number of cached parts, so that a list of any length needs a limited amount of memory. */
const maxParts = 40;

/** A list of documents in the library. Only its visible range is loaded. */
export class DocumentList {
	readonly #server: Server;
	/** The number of documents; undefined until the server has responded. */
	total: number | undefined = $state();
	/** The error of the last attempt to read the list; undefined if it succeeded. */
	problem: unknown = $state.raw();
	readonly #chunks = new ChunkCache<LibraryDocument>(partSize, maxParts);
	/** Increases when the loaded documents have changed. */
	#revision = $state(0);
	#query: ListQuery = {};
	#visibleRange: IndexRange = { first: 0, end: 1 };
	#controller = new AbortController();
	readonly #reload = new Throttle(() => this.#load());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Replaces the query, and requests the start of the new list. */
	setQuery(query: ListQuery): void {
		this.#reset(query);
		this.#reload.request();
	}

	/** Like `setQuery`, but waits until the start of the list has been loaded, or loading has failed. */
	async open(query: ListQuery): Promise<void> {
		this.#reset(query);
		await this.#load();
	}

	#reset(query: ListQuery): void {
		this.#query = query;
		this.#controller.abort();
		this.#controller = new AbortController();
		this.#chunks.clear();
		this.#visibleRange = { first: 0, end: 1 };
		this.total = undefined;
		this.problem = undefined;
		this.#revision++;
	}

	/** The query of the current list. */
	get query(): ListQuery {
		return this.#query;
	}

	/** Returns the document at an index; undefined if it is not loaded. */
	at(index: number): LibraryDocument | undefined {
		void this.#revision;
		return this.#chunks.at(index);
	}

	/** Returns the document with an id; undefined if it is not loaded. */
	find(id: string): LibraryDocument | undefined {
		const index = this.indexOf(id);
		return index === undefined ? undefined : this.#chunks.at(index);
	}

	/** Returns the current index of a document; undefined if the document is not loaded. */
	indexOf(id: string): number | undefined {
		void this.#revision;
		return this.#chunks.findIndex((document) => document.id === id);
	}

	/** Sets the visible range, and requests the parts of it that are not loaded. */
	setVisibleRange({ first, end }: IndexRange): void {
		// Request at least one item, so that a list of unknown length is loaded.
		this.#visibleRange = { first, end: Math.max(end, first + 1) };
		if (this.#chunks.missing(this.#visibleRange).length > 0) {
			this.#reload.request();
		}
	}

	/** Requests the visible range again, because documents have changed. */
	request(): void {
		this.#chunks.markOutdated();
		this.#reload.request();
	}

	/** Applies a change to the loaded documents before the server has confirmed it. */
	applyChange(ids: ReadonlySet<string>, change: Partial<LibraryDocument>): void {
		this.#chunks.mapItems((document) => (ids.has(document.id) ? { ...document, ...change } : document));
		this.#revision++;
	}

	/** Cancels all requests for the list. */
	stop(): void {
		this.#controller.abort();
		this.#reload.stop();
	}

	/** Returns the ids of the documents in a range, whether they are loaded or not. */
	async idsOf({ first, end }: IndexRange): Promise<string[]> {
		const ids: string[] = [];
		const query = this.#query; // all requests use the same query, even if the list changes meanwhile
		for (let offset = first; offset < end; offset += 1000) {
			ids.push(...(await listIds(this.#server.client, query, offset, Math.min(1000, end - offset))));
		}
		return ids;
	}

	async #load(): Promise<void> {
		const { signal } = this.#controller;
		try {
			await Promise.all(
				this.#chunks.missing(this.#visibleRange).map((partIndex) => this.#loadPart(partIndex, signal)),
			);
			this.problem = undefined;
		} catch (error) {
			if (!signal.aborted) {
				this.problem = error;
			}
		}
	}

	async #loadPart(partIndex: number, signal: AbortSignal): Promise<void> {
		const { client } = this.#server;
		const generation = this.#chunks.generation;
		const { documents, total } = await listDocuments(
			client,
			this.#query,
			partIndex * partSize,
			partSize,
			signal,
		);
		if (!signal.aborted) {
			this.#chunks.store(partIndex, documents, generation);
			this.total = total;
			this.#revision++;
		}
	}
}
