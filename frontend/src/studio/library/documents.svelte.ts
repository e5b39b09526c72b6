import { type LibraryDocument, listDocuments, listIds, type ListQuery } from "../../api/library";
import { Chunks, type IndexRange } from "../../core/lists/chunks";
import type { Server } from "../server.svelte";
import { Throttle } from "../throttle";

/** Documents that are asked for together. */
const part = 100;
/** Parts that are kept: a list of any length needs no more memory than these. */
const mostParts = 40;

/** A list of the library's documents, of which what is looked at is read, and kept fresh. */
export class DocumentList {
	readonly #server: Server;
	/** Undefined until the server has said. */
	total: number | undefined = $state();
	/** Why there is no list: what was thrown; undefined where there is one. */
	problem: unknown = $state.raw();
	readonly #chunks = new Chunks<LibraryDocument>(part, mostParts);
	/** Grows when what is at hand has changed. */
	#changed = $state(0);
	#query: ListQuery = {};
	#seen: IndexRange = { first: 0, end: 1 };
	#asked = new AbortController();
	readonly #look = new Throttle(() => this.#read());

	constructor(server: Server) {
		this.#server = server;
	}

	/** Shows another list, from its beginning. */
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

	/** The query of what is shown. */
	get query(): ListQuery {
		return this.#query;
	}

	/** The document at a place; undefined while it is not at hand. */
	at(index: number): LibraryDocument | undefined {
		void this.#changed;
		return this.#chunks.at(index);
	}

	/** Where a document is now, of those at hand. */
	placeOf(id: string): number | undefined {
		void this.#changed;
		return this.#chunks.place((document) => document.id === id);
	}

	/** Says which stretch is seen: it is read where it is not at hand. */
	see({ first, end }: IndexRange): void {
		this.#seen = { first, end: Math.max(end, first + 1) }; // of a list that is not known yet, its beginning
		if (this.#chunks.missing(this.#seen).length > 0) {
			this.#look.ask();
		}
	}

	/** Reads what is seen again. */
	ask(): void {
		this.#chunks.age();
		this.#look.ask();
	}

	/** Shows a change before the server has told of it. */
	expect(ids: ReadonlySet<string>, change: Partial<LibraryDocument>): void {
		this.#chunks.replace((document) => (ids.has(document.id) ? { ...document, ...change } : document));
		this.#changed++;
	}

	/** Reads nothing more. */
	stop(): void {
		this.#asked.abort();
		this.#look.stop();
	}

	/** The ids of a stretch, which need not be at hand. */
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
