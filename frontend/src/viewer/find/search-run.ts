import type { FindRange, FoundPage, LinePart, SessionClient } from "../../api/session";
import { SearchCursor } from "../../core/search/search-cursor";
import type { Hit } from "../../core/search/hits";
import type { Query } from "../../core/search/query";
import type { Box } from "../../core/text/page-text";

/** The boxes of a page's hits in points. */
export type HitBoxes = readonly (readonly Box[])[];

/** The text around the hits of a page, by the index of the hit. It contains only the hits whose text was requested. */
type HitLines = Map<number, readonly LinePart[]>;

/**
 * The maximum number of pages whose hit boxes are cached. The same maximum applies to the pages whose lines are cached.
 */
const maxCachedPages = 2_000;
/** The number of pages that one request covers. */
const pagesPerRequest = 20;
/** The maximum number of hits of a page whose lines one response contains. */
const linesPerResponse = 20;

/** The requested data of pages. */
type RequestedData = Pick<FindRange, "content" | "skip">;

/** A starting point of a search: a page, and a distance from the top of the page in points. */
export interface SearchStart {
	readonly page: number;
	readonly y: number;
}

/** One search for a query in the document. It requests only the hits that are to be shown, and caches the responses. */
export class SearchRun {
	readonly #client: SessionClient;
	readonly #hasLines: boolean;
	readonly #onProgress: () => void;
	readonly cursor = new SearchCursor();
	/** The number of pages that can be searched so far, counted from the first page of the document. */
	searchablePages = 0;
	/** Increases whenever a response adds results. */
	revision = 0;
	readonly #boxes = new Map<number, HitBoxes>();
	readonly #lines = new Map<number, HitLines>();
	readonly #controller = new AbortController();
	/** The requests in progress, by page and kind. */
	readonly #requests = new Map<string, Promise<void>>();
	#countRequest: Promise<void> | undefined;

	/**
	 * `hasLines` sets whether the server returns the text around hits. `onProgress` is called whenever a response adds
	 * results.
	 */
	constructor(
		client: SessionClient,
		readonly query: Query,
		hasLines: boolean,
		onProgress: () => void,
	) {
		this.#client = client;
		this.#hasLines = hasLines;
		this.#onProgress = onProgress;
	}

	#notify(): void {
		this.revision++;
		this.#onProgress();
	}

	/** Stops all requests. Requests in progress fail with an AbortError. */
	stop(): void {
		this.#controller.abort();
	}

	get stopped(): boolean {
		return this.#controller.signal.aborted;
	}

	/**
	 * Returns the first hit at or after a starting point, or else the first hit of the document; undefined if the
	 * document has none.
	 */
	async findFirst({ page, y }: SearchStart): Promise<Hit | undefined> {
		const nextPage = await this.#nextPageWithHits(page - 1);
		if (nextPage?.page === page) {
			const index = this.boxes(page)?.findIndex((boxes) => boxes.some(([, , , bottom]) => bottom > y)) ?? 0;
			if (index >= 0) {
				return { page, index };
			}
		}
		const following = nextPage?.page === page ? await this.#nextPageWithHits(page) : nextPage;
		const found = following ?? (await this.#nextPageWithHits(0, page + 1));
		return found && { page: found.page, index: 0 };
	}

	/** Returns the first page with hits after page `after` and before page `before`, with its boxes. */
	async #nextPageWithHits(after: number, before?: number): Promise<FoundPage | undefined> {
		const range = { after, limit: 1, content: "boxes" as const, ...(before !== undefined && { before }) };
		const { pages } = await this.#client.find(this.query, range, this.#controller.signal);
		this.#cacheBoxes(pages);
		return pages[0];
	}

	/** Counts the hits of all pages that are not counted yet. */
	count(): Promise<void> {
		this.#countRequest ??= this.#countAll().finally(() => {
			this.#countRequest = undefined;
		});
		return this.#countRequest;
	}

	async #countAll(): Promise<void> {
		const { counts } = this.cursor;
		for (let more = true; more;) {
			const { runs, searched, next } = await this.#client.count(
				this.query,
				counts.lastCountedPage,
				this.#controller.signal,
			);
			this.searchablePages = searched;
			more = next !== undefined;
			counts.add(runs, Math.max(next ?? searched, counts.lastCountedPage), !more);
			this.#notify();
		}
	}

	/** Returns the boxes of a page's hits; undefined if they are not known. */
	boxes(page: number): HitBoxes | undefined {
		return this.#boxes.get(page);
	}

	/** Returns the text around a hit; undefined if it is not known. */
	line({ page, index }: Hit): readonly LinePart[] | undefined {
		return this.#lines.get(page)?.get(index);
	}

	/** Requests the boxes of these pages, unless they are known to have no hits. */
	async loadBoxes(pages: readonly number[]): Promise<void> {
		const missing = pages.filter((page) => !this.#boxes.has(page) && this.cursor.hasHits(page) !== false);
		await this.#request(missing, { content: "boxes" }, (found) => {
			this.#cacheBoxes(found);
		});
	}

	/** Requests the text around these hits. */
	async loadLines(hits: readonly Hit[]): Promise<void> {
		if (!this.#hasLines) {
			return;
		}
		const missing = hits.filter((hit) => this.line(hit) === undefined);
		for (const skip of new Set(missing.map(groupStartOf))) {
			const pages = new Set(missing.filter((hit) => groupStartOf(hit) === skip).map(({ page }) => page));
			await this.#request([...pages], { content: "lines", skip }, (found) => {
				this.#cacheLines(found, skip);
			});
		}
	}

	#cacheLines(found: readonly FoundPage[], skip: number): void {
		for (const { page, lines = [] } of found) {
			const known: HitLines = this.#lines.get(page) ?? new Map<number, readonly LinePart[]>();
			lines.forEach((line, index) => known.set(skip + index, line));
			cacheValue(this.#lines, page, known);
		}
	}

	/**
	 * Requests data of the given pages, except for pages of which the same data is already being requested. Resolves
	 * when the data of all given pages has arrived.
	 */
	async #request(
		pages: readonly number[],
		data: RequestedData,
		onFound: (found: readonly FoundPage[]) => void,
	) {
		const key = (page: number) => `${data.content} ${data.skip ?? 0} ${page}`;
		const missing = pages.filter((page) => !this.#requests.has(key(page)));
		const request = this.#requestGroups(missing, data, onFound).finally(() => {
			missing.forEach((page) => this.#requests.delete(key(page)));
		});
		missing.forEach((page) => this.#requests.set(key(page), request));
		await Promise.all([request, ...pages.map((page) => this.#requests.get(key(page)))]);
	}

	/**
	 * Requests data of the given pages, with one request for each group of neighboring pages. Pages in the DOM may be
	 * far apart, because selected pages stay there.
	 */
	async #requestGroups(
		pages: readonly number[],
		data: RequestedData,
		onFound: (found: readonly FoundPage[]) => void,
	) {
		for (let groupStart = 0, groupEnd = 1; groupStart < pages.length; groupEnd++) {
			if (
				groupEnd === pages.length ||
				(pages[groupEnd] ?? 0) - (pages[groupEnd - 1] ?? 0) > pagesPerRequest
			) {
				await this.#requestRange(pages.slice(groupStart, groupEnd), data, onFound);
				groupStart = groupEnd;
			}
		}
	}

	/** Requests data of all pages from the first to the last of the given pages. */
	async #requestRange(
		pages: readonly number[],
		data: RequestedData,
		onFound: (found: readonly FoundPage[]) => void,
	) {
		const [first, last] = [pages[0], pages.at(-1)];
		if (first === undefined || last === undefined) {
			return;
		}
		for (let after: number | undefined = first - 1; after !== undefined;) {
			const range = { after, before: last + 1, limit: pagesPerRequest, ...data };
			const found = await this.#client.find(this.query, range, this.#controller.signal);
			after = found.next;
			onFound(found.pages);
			if (after === undefined && data.content === "boxes") {
				this.#cacheEmpty(pages);
			}
			this.#notify();
		}
	}

	/** Records that requested pages without a result have no hits. */
	#cacheEmpty(pages: readonly number[]): void {
		for (const page of pages) {
			if (!this.#boxes.has(page)) {
				cacheValue(this.#boxes, page, []);
			}
		}
	}

	#cacheBoxes(found: readonly FoundPage[]): void {
		for (const { page, hits, boxes } of found) {
			this.cursor.recordHits(page, hits);
			cacheValue(this.#boxes, page, boxes ?? []);
		}
	}
}

/**
 * Returns the index of the first hit in the group to which a hit belongs. A response contains the lines of one group of
 * hits.
 */
function groupStartOf({ index }: Hit): number {
	return index - (index % linesPerResponse);
}

/** Caches a value of a page, and evicts the oldest value if the cache is full. */
function cacheValue<T>(cache: Map<number, T>, page: number, value: T): void {
	cache.delete(page);
	cache.set(page, value);
	const [oldest] = cache.keys();
	if (cache.size > maxCachedPages && oldest !== undefined) {
		cache.delete(oldest);
	}
}
