import type { CountRun } from "../core/search/hits";
import type { Outline } from "../core/navigation/outline";
import { phraseOf, type Query } from "../core/search/query";
import { parseState, type ViewerState } from "../core/session/viewer-state";
import type { Box, PageWords } from "../core/text/page-text";
import { type LocalizedMessage, parseMessage } from "../core/session/message";
import { pause } from "./pause";

/** The session has ended or expired (410), or does not exist (404). The error is permanent. */
export class SessionExpiredError extends Error {
	override readonly name = "SessionExpiredError";
}

/** The server could not be reached. */
export class UnreachableError extends Error {
	override readonly name = "UnreachableError";
}

/** The response has an error status, or not the expected content. */
export class ResponseError extends Error {
	override readonly name = "ResponseError";

	/**
	 * `reason` is the server's message for the reader; undefined if the response has none, such as that of a proxy.
	 */
	constructor(
		readonly status: number,
		readonly reason: LocalizedMessage | undefined,
	) {
		super(`the server answered ${status}`);
	}
}

/** A font that a document uses, but that neither the document nor the server has. */
export interface MissingFont {
	readonly name: string;
	/** The font that is shown instead, if known. */
	readonly substitute?: string;
}

/** Characters of a kind that no available font contains. */
export interface MissingCharacters {
	/** A Unicode script, such as "Tibetan", or one of "private", "pictures", "symbols" and "unknown". */
	readonly kind: string;
	readonly count: number;
	/** The code point of one of these characters. */
	readonly example: number;
}

/** The missing fonts by name, and the characters that are shown as boxes. */
export interface MissingGlyphs {
	readonly missing: readonly MissingFont[];
	readonly unseen: readonly MissingCharacters[];
}

/** The properties of a document. */
export interface DocumentProperties {
	/** The file type, such as docx. */
	readonly type: string;
	readonly metadata: {
		readonly title?: string;
		readonly author?: string;
		readonly subject?: string;
		readonly keywords?: string;
		readonly producer?: string;
		/** The creation time, in RFC 3339. */
		readonly created?: string;
		readonly modified?: string;
	};
	/** Known differences between the pages and the original. */
	readonly differences: readonly LocalizedMessage[];
}

/** A view of a session. */
export interface OpenedView {
	/** The base path of the resources for this view. */
	readonly base: string;
	/** The path for the reports about the pages that were read. */
	readonly report: string;
}

/** A piece of text: a hit, or the text around it. */
export interface LinePart {
	readonly text: string;
	readonly hit: boolean;
}

/** The hits on a page. */
export interface FoundPage {
	readonly page: number;
	readonly hits: number;
	/** The boxes of each hit, in points; undefined if they were not requested or are not available yet. */
	readonly boxes?: readonly (readonly Box[])[];
	/** The text around some of the hits; undefined if it was not requested or is withheld. */
	readonly lines?: readonly (readonly LinePart[])[];
}

/** Pages with hits, in order. */
export interface FoundPages {
	readonly pages: readonly FoundPage[];
	/** The last of the pages, if there are more than requested. */
	readonly next?: number;
}

/** The range of pages to search, and the requested data: boxes or lines. */
export interface FindRange {
	readonly after: number;
	/** The page at which the search ends, which is not searched; undefined searches to the end of the document. */
	readonly before?: number;
	readonly limit: number;
	readonly want: "boxes" | "lines";
	/** On each page, the number of hits to skip: the response has no lines for them. */
	readonly skip?: number;
}

/** The numbers of hits on pages. */
export interface CountedPages {
	readonly runs: readonly CountRun[];
	/** The number of pages, from the first on, whose text is known. */
	readonly searched: number;
	/** The last page that was searched, if there are more. */
	readonly next?: number;
}

/** A range of a text: the offset of its first character, and the offset after its last one. */
export type TextRange = readonly [start: number, end: number];

/** A page as an SVG document. */
export interface PageDrawing {
	readonly text: string;
	/**
	 * The position of the `<style>` element with the font of the page's text; undefined if the response does not state
	 * it.
	 */
	readonly style: TextRange | undefined;
}

/**
 * Parses a range such as "12-34". The server counts bytes, but these equal characters here, because everything up to
 * the end of the style is ASCII.
 */
function parseRange(range: string | null): TextRange | undefined {
	const [, start, end] = /^(\d+)-(\d+)$/.exec(range ?? "") ?? [];
	return start === undefined ? undefined : [Number(start), Number(end)];
}

/** Sends a request. Throws an UnreachableError if the server cannot be reached, or an AbortError. */
async function send(address: string, options?: RequestInit): Promise<Response> {
	try {
		return await fetch(address, options);
	} catch (error) {
		throw error instanceof TypeError ? new UnreachableError(error.message) : error;
	}
}

/**
 * The maximum number of attempts of requests that a busy server rejects, and the maximum wait between them in seconds.
 */
const searchAttempts = 5;
const pageAttempts = 60;
const maxWaitSeconds = 5;

/** Sends a request, and repeats it if the server is temporarily overloaded. */
async function sendWithRetry(address: string, maxAttempts: number, signal: AbortSignal): Promise<Response> {
	for (let attempts = 1; ; attempts++) {
		const response = await send(address, { signal });
		const waitSeconds = Number(response.headers.get("Retry-After") ?? Number.POSITIVE_INFINITY);
		if (response.status !== 429 || attempts === maxAttempts || !(waitSeconds <= maxWaitSeconds)) {
			return response;
		}
		await response.body?.cancel();
		await pause(waitSeconds * 1000, signal);
	}
}

/** The client of a viewing session. Every method may throw the errors above, or an AbortError. */
export class SessionClient {
	/** `base` is the session's base path, without a trailing slash. */
	constructor(readonly base: string) {}

	/** Opens a view of the session under an id. Repeated calls with the same id count as one view. */
	async open(view: string): Promise<OpenedView> {
		const headers = { "Content-Type": "application/json" };
		const response = await send(`${this.base}/view`, {
			method: "POST",
			headers,
			body: JSON.stringify({ view }),
		});
		return (await (await checkStatus(response)).json()) as OpenedView;
	}

	/**
	 * Reports the pages that were read (a Reading as JSON). The request is sent even if the page is being closed. A
	 * lost report does no harm, because each report contains all pages so far.
	 */
	async report(path: string, reading: string): Promise<void> {
		const headers = { "Content-Type": "application/json" };
		await fetch(path, { method: "POST", headers, body: reading, keepalive: true }).catch(() => undefined);
	}

	/**
	 * Waits until the state has a revision greater than the given one, and returns it. After about 25 s without a
	 * change, it returns the unchanged state. For revision 0 it returns at once.
	 */
	async state(revision: number): Promise<ViewerState> {
		const response = await send(`${this.base}/state?revision=${revision}`, { cache: "no-store" });
		if (response.status === 404) {
			throw new SessionExpiredError();
		}
		return parseState(await (await checkStatus(response)).json());
	}

	/** Returns a page as an SVG document. */
	async svg(page: number, version: number, signal: AbortSignal): Promise<PageDrawing> {
		const response = await checkStatus(
			await sendWithRetry(this.#page(page, "svg", version), pageAttempts, signal),
		);
		return { text: await response.text(), style: parseRange(response.headers.get("Page-Font")) };
	}

	/** Returns a page as a picture, in the given pixels per point. */
	async picture(page: number, version: number, scale: number, signal: AbortSignal): Promise<Blob> {
		return (
			await checkStatus(await sendWithRetry(this.pictureAddress(page, version, scale), pageAttempts, signal))
		).blob();
	}

	/** Returns the address of a page's picture, in the given pixels per point. */
	pictureAddress(page: number, version: number, scale: number): string {
		return `${this.base}/page/${page}.png?scale=${scale}&v=${version}`;
	}

	/** Returns the words of a page with their boxes. */
	async words(page: number, version: number, signal: AbortSignal): Promise<PageWords> {
		const response = await checkStatus(
			await sendWithRetry(this.#page(page, "json", version), pageAttempts, signal),
		);
		return (await response.json()) as PageWords;
	}

	/** Returns the document's outline and page labels. Throws a ResponseError until the document is complete. */
	async outline(version: number): Promise<Outline> {
		const response = await checkStatus(await send(`${this.base}/outline?v=${version}`));
		return (await response.json()) as Outline;
	}

	/** Returns the document's properties. Throws a ResponseError until the document is complete. */
	async properties(): Promise<DocumentProperties> {
		const response = await checkStatus(await send(`${this.base}/properties`));
		return (await response.json()) as DocumentProperties;
	}

	/**
	 * Returns the text of all pages, separated by form feeds. Throws a RangeError if it is longer than `maxBytes`
	 * bytes.
	 */
	async text(maxBytes: number): Promise<string> {
		const response = await checkStatus(await send(`${this.base}/text`));
		const decoder = new TextDecoder();
		let text = "";
		let size = 0;
		for (const reader = response.body?.getReader(); ;) {
			const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
			if (done) {
				return text + decoder.decode();
			}
			size += value.length;
			if (size > maxBytes) {
				await reader?.cancel();
				throw new RangeError("the text is too long");
			}
			text += decoder.decode(value, { stream: true });
		}
	}

	/**
	 * Returns the missing fonts and characters of the document. Throws a ResponseError until the document is complete.
	 */
	async missingGlyphs(version: number): Promise<MissingGlyphs> {
		const response = await checkStatus(await send(`${this.base}/fonts?v=${version}`));
		return (await response.json()) as MissingGlyphs;
	}

	/** Returns the pages with hits, in order. */
	async find(
		query: Query,
		{ after, before, limit, want, skip }: FindRange,
		signal: AbortSignal,
	): Promise<FoundPages> {
		const options = {
			after,
			limit,
			before: before ?? 0,
			count: false,
			snippets: false,
			boxes: want === "boxes",
			lines: want === "lines",
			skip: skip ?? 0,
		};
		const response = await checkStatus(
			await sendWithRetry(`${this.base}/search?${searchParams(query, options)}`, searchAttempts, signal),
		);
		return (await response.json()) as FoundPages;
	}

	/** Returns the numbers of hits on the pages after `after`. One response may not cover all pages. */
	async count(query: Query, after: number, signal: AbortSignal): Promise<CountedPages> {
		const address = `${this.base}/search/counts?${searchParams(query, { after })}`;
		return (await (
			await checkStatus(await sendWithRetry(address, searchAttempts, signal))
		).json()) as CountedPages;
	}

	#page(page: number, kind: "svg" | "json", version: number): string {
		return `${this.base}/page/${page}.${kind}?v=${version}`;
	}
}

/** Returns the parameters of a search request. */
function searchParams(
	{ text, ...options }: Query,
	extra: Readonly<Record<string, number | boolean>>,
): string {
	const parameters = { q: phraseOf(text), ...options, ...extra };
	return new URLSearchParams(
		Object.entries(parameters).map(([name, value]) => [name, String(value)]),
	).toString();
}

async function checkStatus(response: Response): Promise<Response> {
	if (response.status === 410) {
		throw new SessionExpiredError();
	}
	if (!response.ok) {
		throw new ResponseError(response.status, await errorMessageOf(response));
	}
	return response;
}

/** Returns the message of an error response; undefined if the response has none. */
async function errorMessageOf(response: Response): Promise<LocalizedMessage | undefined> {
	const type = response.headers.get("Content-Type") ?? "";
	if (!type.startsWith("application/problem+json")) {
		await response.body?.cancel();
		return undefined;
	}
	const problem = (await response.json().catch(() => undefined)) as { readonly told?: unknown } | undefined;
	return parseMessage(problem?.told);
}
