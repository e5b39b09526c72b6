import { dataOf } from "../../../api/client";
import type { components, paths } from "../../../api/schema.gen";
import type { Server } from "../../server.svelte";

/** A document with pages that a search has found. */
export type FoundDocument = components["schemas"]["FoundDocument"];

/** The numbers of documents and pages that a search has found. */
export type Totals = components["schemas"]["Totals"];

/** The query parameters of a search for pages. */
export type PageQuery = paths["/api/v0/search"]["get"]["parameters"]["query"];

/** The maximum number of documents per request. */
const partSize = 20;

/** The pages that a search has found, grouped by document. The documents are loaded in parts. */
export class FoundPages {
	readonly #server: Server;
	readonly #query: PageQuery;
	readonly #controller = new AbortController();
	documents: readonly FoundDocument[] = $state.raw([]);
	totals: Totals | undefined = $state.raw();
	/** The error of the last request; undefined if it was successful. */
	problem: unknown = $state.raw();
	isLoading = $state(false);
	/** The position of the next part, as returned by the server; undefined if there is no further part. */
	next: string | undefined = $state();

	constructor(server: Server, query: PageQuery) {
		this.#server = server;
		this.#query = query;
	}

	/** Loads the next part; on the first call, the first part. */
	async load(): Promise<void> {
		const { signal } = this.#controller;
		const after = this.next === undefined ? { count: true } : { after: this.next };
		const query = { ...this.#query, boxes: true, limit: partSize, ...after };
		this.isLoading = true;
		try {
			const found = await dataOf(this.#server.client.GET("/api/v0/search", { params: { query }, signal }));
			this.documents = [...this.documents, ...found.documents];
			this.totals = found.totals ?? this.totals;
			this.next = found.next;
			this.problem = undefined;
		} catch (error) {
			if (!signal.aborted) {
				this.problem = error;
			}
		}
		this.isLoading = false;
	}

	/** Cancels the requests. */
	stop(): void {
		this.#controller.abort();
	}
}
