import type { FoundPage, LinePart, SessionClient, Within } from "../../api/session";
import { SearchCursor } from "../../core/search/search-cursor";
import type { Hit } from "../../core/search/hits";
import type { Query } from "../../core/search/query";
import type { Box } from "../../core/text/page-text";

/** The boxes of a page's hits in points. */
export type HitBoxes = readonly (readonly Box[])[];

/** The text around the hits of a page, by their index, as far as it was requested. */
type HitLines = Map<number, readonly LinePart[]>;

/** The maximum number of pages whose boxes, and whose lines, are cached. */
const mostKept = 2_000;
/** The number of pages that one request covers. */
const atOnce = 20;
/** The number of hits of a page whose lines one response contains. */
const linesAtOnce = 20;

/** The requested data of pages. */
type Wanted = Pick<Within, "want" | "skip">;

/** The starting point of a search: a page, and the distance from its top in points. */
export interface SearchStart {
	readonly page: number;
	readonly y: number;
}

/** One run of a query through the document. It requests only what is visible, and caches the responses. */
export class SearchRun {
	readonly #client: SessionClient;
	readonly #hasLines: boolean;
	readonly #changed: () => void;
	readonly cursor = new SearchCursor();
	/** The number of pages, from the first on, that can be searched so far. */
	searched = 0;
	/** Increases whenever more is known. */
	revision = 0;
	readonly #boxes = new Map<number, HitBoxes>();
	readonly #lines = new Map<number, HitLines>();
	readonly #stop = new AbortController();
	/** The requests in progress, by page and kind. */
	readonly #asked = new Map<string, Promise<void>>();
	#counting: Promise<void> | undefined;

	/** `hasLines` sets whether the server returns the text around hits. `changed` is called whenever more is known. */
	constructor(
		client: SessionClient,
		readonly query: Query,
		hasLines: boolean,
		changed: () => void,
	) {
		this.#client = client;
		this.#hasLines = hasLines;
		this.#changed = changed;
	}

	#tell(): void {
		this.revision++;
		this.#changed();
	}

	/** Stops all requests; those in progress fail with an AbortError. */
	stop(): void {
		this.#stop.abort();
	}

	get stopped(): boolean {
		return this.#stop.signal.aborted;
	}

	/**
	 * Returns the first hit from a starting point on, or from the start of the document if none follows; undefined if
	 * there is none.
	 */
	async first({ page, y }: SearchStart): Promise<Hit | undefined> {
		const here = await this.#next(page - 1);
		if (here?.page === page) {
			const index = this.boxes(page)?.findIndex((boxes) => boxes.some(([, , , bottom]) => bottom > y)) ?? 0;
			if (index >= 0) {
				return { page, index };
			}
		}
		const behind = here?.page === page ? await this.#next(page) : here;
		const found = behind ?? (await this.#next(0, page + 1));
		return found && { page: found.page, index: 0 };
	}

	/** Returns the next page with hits after a page and before another, and its boxes. */
	async #next(after: number, before?: number): Promise<FoundPage | undefined> {
		const within = { after, limit: 1, want: "boxes" as const, ...(before !== undefined && { before }) };
		const { pages } = await this.#client.find(this.query, within, this.#stop.signal);
		this.#keepBoxes(pages);
		return pages[0];
	}

	/** Counts the hits of all pages that are not counted yet. */
	count(): Promise<void> {
		this.#counting ??= this.#count().finally(() => {
			this.#counting = undefined;
		});
		return this.#counting;
	}

	async #count(): Promise<void> {
		const { counts } = this.cursor;
		for (let more = true; more;) {
			const { runs, searched, next } = await this.#client.count(
				this.query,
				counts.through,
				this.#stop.signal,
			);
			this.searched = searched;
			more = next !== undefined;
			counts.add(runs, Math.max(next ?? searched, counts.through), !more);
			this.#tell();
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
	async askBoxes(pages: readonly number[]): Promise<void> {
		const missing = pages.filter((page) => !this.#boxes.has(page) && this.cursor.hasHits(page) !== false);
		await this.#ask(missing, { want: "boxes" }, (found) => {
			this.#keepBoxes(found);
		});
	}

	/** Requests the text around these hits. */
	async askLines(hits: readonly Hit[]): Promise<void> {
		if (!this.#hasLines) {
			return;
		}
		const missing = hits.filter((hit) => this.line(hit) === undefined);
		for (const skip of new Set(missing.map(firstOfLines))) {
			const pages = new Set(missing.filter((hit) => firstOfLines(hit) === skip).map(({ page }) => page));
			await this.#ask([...pages], { want: "lines", skip }, (found) => {
				this.#keepLines(found, skip);
			});
		}
	}

	#keepLines(found: readonly FoundPage[], skip: number): void {
		for (const { page, lines = [] } of found) {
			const known: HitLines = this.#lines.get(page) ?? new Map<number, readonly LinePart[]>();
			lines.forEach((line, index) => known.set(skip + index, line));
			keep(this.#lines, page, known);
		}
	}

	/** Requests those of these pages that are not being requested already, and waits for all of them. */
	async #ask(pages: readonly number[], wanted: Wanted, take: (found: readonly FoundPage[]) => void) {
		const key = (page: number) => `${wanted.want} ${wanted.skip ?? 0} ${page}`;
		const missing = pages.filter((page) => !this.#asked.has(key(page)));
		const answer = this.#askAll(missing, wanted, take).finally(() => {
			missing.forEach((page) => this.#asked.delete(key(page)));
		});
		missing.forEach((page) => this.#asked.set(key(page), answer));
		await Promise.all([answer, ...pages.map((page) => this.#asked.get(key(page)))]);
	}

	/** Requests these pages, grouping those that are close together. A selection may keep distant pages in the DOM. */
	async #askAll(pages: readonly number[], wanted: Wanted, take: (found: readonly FoundPage[]) => void) {
		for (let from = 0, to = 1; from < pages.length; to++) {
			if (to === pages.length || (pages[to] ?? 0) - (pages[to - 1] ?? 0) > atOnce) {
				await this.#askRun(pages.slice(from, to), wanted, take);
				from = to;
			}
		}
	}

	/** Requests the pages from the first to the last of these. */
	async #askRun(pages: readonly number[], wanted: Wanted, take: (found: readonly FoundPage[]) => void) {
		const [first, last] = [pages[0], pages.at(-1)];
		if (first === undefined || last === undefined) {
			return;
		}
		for (let after: number | undefined = first - 1; after !== undefined;) {
			const within = { after, before: last + 1, limit: atOnce, ...wanted };
			const found = await this.#client.find(this.query, within, this.#stop.signal);
			after = found.next;
			take(found.pages);
			if (after === undefined && wanted.want === "boxes") {
				this.#keepNone(pages);
			}
			this.#tell();
		}
	}

	/** Records that requested pages without a result have no hits. */
	#keepNone(pages: readonly number[]): void {
		for (const page of pages) {
			if (!this.#boxes.has(page)) {
				keep(this.#boxes, page, []);
			}
		}
	}

	#keepBoxes(found: readonly FoundPage[]): void {
		for (const { page, hits, boxes } of found) {
			this.cursor.noteHits(page, hits);
			keep(this.#boxes, page, boxes ?? []);
		}
	}
}

/** Returns the index of the first hit in the group of hits whose lines come in one response. */
function firstOfLines({ index }: Hit): number {
	return index - (index % linesAtOnce);
}

/** Caches a value of a page, and evicts the oldest one. */
function keep<T>(kept: Map<number, T>, page: number, value: T): void {
	kept.delete(page);
	kept.set(page, value);
	const [oldest] = kept.keys();
	if (kept.size > mostKept && oldest !== undefined) {
		kept.delete(oldest);
	}
}
