import type { ListQuery } from "../../../api/library";
import type { LibrarySearch } from "../../../core/navigation/route";
import type { Server } from "../../server.svelte";
import { DocumentList } from "../documents.svelte";
import { FoundPages } from "./found-pages.svelte";

/** The results of one search. */
export interface Results {
	readonly search: LibrarySearch;
	/** The documents whose names match. */
	readonly names: DocumentList;
	/** The pages that match. */
	readonly pages: FoundPages;
}

/**
 * Returns a search as JSON, without the properties that do not affect its results. Searches with equal keys have the
 * same results.
 */
export function keyOf(search: LibrarySearch): string {
	return JSON.stringify({ ...search, allNames: undefined });
}

/**
 * The search results that the library shows. The results of the previous search stay until the new results have
 * arrived.
 */
export class SearchResults {
	readonly #server: Server;
	/** The results that are shown; undefined until the first results have arrived. */
	shown: Results | undefined = $state.raw();
	/** Whether newer results are being loaded. */
	isLoading = $state(false);
	/** Whether the first result must get the focus as soon as the results of the current search are shown. */
	wantsFocus = $state(false);
	#requested: Results | undefined;

	constructor(server: Server) {
		this.#server = server;
	}

	/** Starts a search, and shows its results when both names and pages have arrived or failed. */
	async start(search: LibrarySearch): Promise<void> {
		this.#stopRequested();
		const { query, filter } = queriesOf(search);
		const results: Results = {
			search,
			names: new DocumentList(this.#server),
			pages: new FoundPages(this.#server, { ...filter, q: search.text.trim() }),
		};
		this.#requested = results;
		this.isLoading = true;
		await Promise.all([results.names.open(query), results.pages.load()]);
		if (this.#requested === results) {
			stop(this.shown);
			this.shown = results;
			this.isLoading = false;
		}
	}

	/** Ends the search, and removes its results. */
	clear(): void {
		this.#stopRequested();
		stop(this.shown);
		this.shown = undefined;
		this.isLoading = false;
	}

	/** Repeats the search whose results are shown. */
	retry(): void {
		if (this.shown !== undefined) {
			void this.start(this.shown.search);
		}
	}

	/** Requests the visible names again, because documents have changed. */
	request(): void {
		this.shown?.names.request();
	}

	/** Ends the search when the component is destroyed (see keepFresh). */
	stop(): void {
		this.clear();
	}

	#stopRequested(): void {
		if (this.#requested !== this.shown) {
			stop(this.#requested);
		}
		this.#requested = undefined;
	}
}

function stop(results: Results | undefined): void {
	results?.names.stop();
	results?.pages.stop();
}

/** Returns the query for names, and the filter that the queries for names and for pages share. */
function queriesOf({ text, type, tag, collection, favorite }: LibrarySearch) {
	const filter = {
		...(type === undefined ? {} : { type: type as NonNullable<ListQuery["type"]> }),
		...(tag === undefined ? {} : { tag: [tag] }),
		...(collection === undefined ? {} : { collection }),
		...(favorite === true ? { favorite } : {}),
	};
	const query: ListQuery = { ...filter, name: text.trim(), sort: "-createdAt" };
	return { query, filter };
}
