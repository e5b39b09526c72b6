import { type LibraryDocument, listDocuments, listIds, type ListQuery } from "../../api/library";
import { Chunks, type IndexRange } from "../../core/lists/chunks";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** The number of documents per request. */
const part = 100;
/** The maximum number of cached parts, so that a list of any length needs a bounded amount of memory. */
const mostParts = 40;

/** A list of the library's documents. Its visible range is loaded and kept up to date. */
export class DocumentList {
	readonly #server: Server;
	/** The number of documents; undefined until the server has responded. */
	total: number | undefined = $state();
	/** The error of reading the list; undefined if it could be read. */
	problem: unknown = $state.raw();
	readonly #chunks = new Chunks<LibraryDocument>(part, mostParts);
	/** Increases when the loaded documents have changed. */
	#changed = $state(0);
	#query: ListQuery = {};
	#seen: IndexRange = { first: 0, end: 1 };
	#asked = new AbortController();
	readonly #look = new Throttle(() => this.#read());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Shows another list, from its start. */
	show(query: ListQuery): void {
		this.#query = query;
		this.#asked.abort();
		this.#asked = new AbortController();
		this.#chunks.clear();
		this.#seen = { first: 0, end: 1 };
		this.total = undefined;
		this.problem = undefined;
		this.#changed++;
		this.#look.ask();
	}

	/** The query of the current list. */
	get query(): ListQuery {
		return this.#query;
	}

	/** Returns the document at an index; undefined if it is not loaded. */
	at(index: number): LibraryDocument | undefined {
		void this.#changed;
		return this.#chunks.at(index);
	}

	/** Returns the current index of a document among those loaded. */
	placeOf(id: string): number | undefined {
		void this.#changed;
		return this.#chunks.place((document) => document.id === id);
	}

	/** Sets the visible range, and loads it if necessary. */
	see({ first, end }: IndexRange): void {
		this.#seen = { first, end: Math.max(end, first + 1) }; // of a list that is not known yet, its beginning
		if (this.#chunks.missing(this.#seen).length > 0) {
			this.#look.ask();
		}
	}

	/** Reloads the visible range. */
	ask(): void {
		this.#chunks.age();
		this.#look.ask();
	}

	/** Shows a change before the server has confirmed it. */
	expect(ids: ReadonlySet<string>, change: Partial<LibraryDocument>): void {
		this.#chunks.replace((document) => (ids.has(document.id) ? { ...document, ...change } : document));
		this.#changed++;
	}

	/** Stops reading. */
	stop(): void {
		this.#asked.abort();
		this.#look.stop();
	}

	/** Returns the ids of a range, which need not be loaded. */
	async idsOf({ first, end }: IndexRange): Promise<string[]> {
		const ids: string[] = [];
		const query = this.#query; // another list may be shown before the last answer
		for (let at = first; at < end; at += 1000) {
			ids.push(...(await listIds(this.#server.client, query, at, Math.min(1000, end - at))));
		}
		return ids;
	}

	async #read(): Promise<void> {
		const { signal } = this.#asked;
		try {
			await Promise.all(this.#chunks.missing(this.#seen).map((wanted) => this.#readPart(wanted, signal)));
			this.problem = undefined;
		} catch (error) {
			if (!signal.aborted) {
				this.problem = error;
			}
		}
	}

	async #readPart(wanted: number, signal: AbortSignal): Promise<void> {
		const { client } = this.#server;
		const asked = this.#chunks.now;
		const { documents, total } = await listDocuments(client, this.#query, wanted * part, part, signal);
		if (!signal.aborted) {
			this.#chunks.put(wanted, documents, asked);
			this.total = total;
			this.#changed++;
		}
	}
}
