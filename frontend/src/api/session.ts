import type { CountRun } from "../core/search/hits";
import type { Outline } from "../core/navigation/outline";
import { phraseOf, type Query } from "../core/search/query";
import { parseState, type ViewerState } from "../core/session/viewer-state";
import type { Box, PageWords } from "../core/text/page-text";
import { type LocalizedMessage, parseMessage } from "../core/session/message";
import { pause } from "./pause";

/** Thrown if the session has ended or expired (410), or does not exist (404). Retrying has no effect. */
export class SessionExpiredError extends Error {
	override readonly name = "SessionExpiredError";
}

/** Thrown if the server could not be reached. */
export class UnreachableError extends Error {
	override readonly name = "UnreachableError";
}

/** Thrown if a response has an error status or unexpected content. */
export class ResponseError extends Error {
	override readonly name = "ResponseError";

	/**
	 * `reason` is the server's message for the reader. It is undefined if the response contains none, for example if it
	 * comes from a proxy.
	 */
	constructor(
		readonly status: number,
		readonly reason: LocalizedMessage | undefined,
	) {
		super(`the server answered ${status}`);
	}
}

/** A font that a document uses, but that is neither embedded in the document nor installed on the server. */
export interface MissingFont {
	readonly name: string;
	/** The font that is shown instead, if known. */
	readonly substitute?: string;
}

/** The characters of one kind for which no available font has glyphs. */
export interface MissingCharacters {
	/** A Unicode script, such as "Tibetan", or one of "private", "pictures", "symbols" and "unknown". */
	readonly kind: string;
	readonly count: number;
	/** The code point of one of the characters. */
	readonly example: number;
}

/** The missing fonts, in the order of their names, and the characters that are shown as boxes. */
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
	/** The base path of the resources of this view. */
	readonly base: string;
	/** The path to which reports about the pages that were read are sent. */
	readonly report: string;
}

/** A part of a line of text: a hit, or the text before or after it. */
export interface LinePart {
	readonly text: string;
	readonly hit: boolean;
}

/** The hits on a page. */
export interface FoundPage {
	readonly page: number;
	readonly hits: number;
	/** The boxes of each hit, in points. Undefined if they were not requested, or are not available yet. */
	readonly boxes?: readonly (readonly Box[])[];
	/** The text around some of the hits. Undefined if it was not requested, or is withheld. */
	readonly lines?: readonly (readonly LinePart[])[];
}

/** The pages with hits, in the order of the document. */
export interface FoundPages {
	readonly pages: readonly FoundPage[];
	/**
	 * The last page in the list, after which a further request can continue. Undefined if no further pages have hits.
	 */
	readonly next?: number;
}

/** The range of pages in which hits are requested, and the content to return: boxes or lines. */
export interface FindRange {
	readonly after: number;
	/** The search ends before this page; without it, at the end of the document. */
	readonly before?: number;
	readonly limit: number;
	readonly content: "boxes" | "lines";
	/** The number of hits to skip at the start of each page. The response contains no lines for the skipped hits. */
	readonly skip?: number;
}

/** The numbers of hits on pages. */
export interface CountedPages {
	readonly runs: readonly CountRun[];
	/** The number of pages whose text is known, counted from the first page of the document. */
	readonly searched: number;
	/** The page after which the search continues; undefined if all pages were searched. */
	readonly next?: number;
}

/** A range of characters in a text. `end` is the offset after the last character. */
export type TextRange = readonly [start: number, end: number];

/** A page as an SVG document. */
export interface PageDrawing {
	readonly text: string;
	/**
	 * The position of the `<style>` element that contains the font of the page. Undefined if the response does not
	 * state it.
	 */
	readonly style: TextRange | undefined;
}

/**
 * Parses a range of bytes such as "12-34". The result can be used as a range of characters, because the text up to the
 * end of the style is ASCII, in which each character is one byte.
 */
function parseRange(range: string | null): TextRange | undefined {
	const [, start, end] = /^(\d+)-(\d+)$/.exec(range ?? "") ?? [];
	return start === undefined ? undefined : [Number(start), Number(end)];
}

/**
 * Waits for a request, or for the body of its response. Throws an UnreachableError if the server cannot be reached or the
 * connection is lost, or an AbortError if the request was aborted.
 */
async function awaitTransfer<T>(transfer: Promise<T>): Promise<T> {
	try {
		return await transfer;
	} catch (error) {
		throw error instanceof TypeError ? new UnreachableError(error.message) : error;
	}
}

/** Sends a request. Throws the errors of {@link awaitTransfer}. */
function send(address: string, options?: RequestInit): Promise<Response> {
	return awaitTransfer(fetch(address, options));
}

/** Returns the JSON of a response. Throws the errors of {@link checkStatus} and {@link awaitTransfer}. */
async function jsonOf<T>(response: Response): Promise<T> {
	return (await awaitTransfer((await checkStatus(response)).json())) as T;
}

/**
 * The maximum numbers of attempts if the server rejects requests because it is busy, and the maximum time in seconds to
 * wait before the next attempt.
 */
const searchAttempts = 5;
const pageAttempts = 60;
const maxWaitSeconds = 5;

/**
 * Sends a request, and repeats it while the server is overloaded and asks for a short wait. Returns the last response,
 * whatever its status is.
 */
async function sendWithRetry(address: string, maxAttempts: number, signal: AbortSignal): Promise<Response> {
	for (let attempts = 1; ; attempts++) {
		const response = await send(address, { signal });
		const waitSeconds = Number(response.headers.get("Retry-After") ?? Number.POSITIVE_INFINITY);
		if (response.status !== 429 || attempts === maxAttempts || !(waitSeconds <= maxWaitSeconds)) {
			return response;
		}
		await response.body?.cancel();
		await pause(waitSeconds * 1000, signal);
		signal.throwIfAborted();
	}
}

/**
 * The client of a viewing session. Every method may throw the errors that are defined above, or an AbortError. The
 * parameter `version` is the version in the viewer's state. It is part of URLs, so that the browser's cache returns no
 * outdated content.
 */
export class SessionClient {
	/** `base` is the session's base path, without a trailing slash. */
	constructor(readonly base: string) {}

	/** Opens a view of the session. `view` is an id that the caller chooses. Calls with one id count as one view. */
	async open(view: string): Promise<OpenedView> {
		const headers = { "Content-Type": "application/json" };
		const response = await send(`${this.base}/view`, {
			method: "POST",
			headers,
			body: JSON.stringify({ view }),
		});
		return jsonOf<OpenedView>(response);
	}

	/**
	 * Reports the pages that were read. `reading` is a Reading in JSON. The request is sent even if the page is being
	 * closed. Failures are ignored, because each report contains all pages so far.
	 */
	async report(path: string, reading: string): Promise<void> {
		const headers = { "Content-Type": "application/json" };
		await fetch(path, { method: "POST", headers, body: reading, keepalive: true }).catch(() => undefined);
	}

	/**
	 * Waits until the state has a revision greater than `revision`, and returns it. If the state has not changed after
	 * about 25 s, returns the unchanged state. For revision 0, returns at once.
	 */
	async awaitState(revision: number): Promise<ViewerState> {
		const response = await send(`${this.base}/state?revision=${revision}`, { cache: "no-store" });
		if (response.status === 404) {
			throw new SessionExpiredError();
		}
		return parseState(await jsonOf<unknown>(response));
	}

	/** Returns a page as an SVG document. */
	async svg(page: number, version: number, signal: AbortSignal): Promise<PageDrawing> {
		const response = await checkStatus(
			await sendWithRetry(this.#page(page, "svg", version), pageAttempts, signal),
		);
		return {
			text: await awaitTransfer(response.text()),
			style: parseRange(response.headers.get("Page-Font")),
		};
	}

	/** Returns a page as a picture. `scale` is in pixels per point. */
	async picture(page: number, version: number, scale: number, signal: AbortSignal): Promise<Blob> {
		const address = this.pictureAddress(page, version, scale);
		const response = await checkStatus(await sendWithRetry(address, pageAttempts, signal));
		return awaitTransfer(response.blob());
	}

	/** Returns the URL of a page's picture. `scale` is in pixels per point. */
	pictureAddress(page: number, version: number, scale: number): string {
		return `${this.base}/page/${page}.png?scale=${scale}&v=${version}`;
	}

	/** Returns the words of a page with their boxes. */
	async words(page: number, version: number, signal: AbortSignal): Promise<PageWords> {
		return jsonOf<PageWords>(await sendWithRetry(this.#page(page, "json", version), pageAttempts, signal));
	}

	/**
	 * Returns the document's outline and page labels. Throws a ResponseError as long as the document is not complete.
	 */
	async outline(version: number): Promise<Outline> {
		return jsonOf<Outline>(await send(`${this.base}/outline?v=${version}`));
	}

	/** Returns the document's properties. Throws a ResponseError as long as the document is not complete. */
	async properties(): Promise<DocumentProperties> {
		return jsonOf<DocumentProperties>(await send(`${this.base}/properties`));
	}

	/**
	 * Returns the text of all pages, separated by form feeds. Throws a RangeError if the text is longer than `maxBytes`
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
	 * Returns the missing fonts and characters of the document. Throws a ResponseError as long as the document is not
	 * complete.
	 */
	async missingGlyphs(version: number): Promise<MissingGlyphs> {
		return jsonOf<MissingGlyphs>(await send(`${this.base}/fonts?v=${version}`));
	}

	/** Returns the pages with hits in a range of pages, in the order of the document. */
	async find(
		query: Query,
		{ after, before, limit, content, skip }: FindRange,
		signal: AbortSignal,
	): Promise<FoundPages> {
		const options = {
			after,
			limit,
			before: before ?? 0,
			count: false,
			snippets: false,
			boxes: content === "boxes",
			lines: content === "lines",
			skip: skip ?? 0,
		};
		const address = `${this.base}/search?${searchParams(query, options)}`;
		return jsonOf<FoundPages>(await sendWithRetry(address, searchAttempts, signal));
	}

	/** Returns the numbers of hits on the pages after page `after`. A response may end before the last page. */
	async count(query: Query, after: number, signal: AbortSignal): Promise<CountedPages> {
		const address = `${this.base}/search/counts?${searchParams(query, { after })}`;
		return jsonOf<CountedPages>(await sendWithRetry(address, searchAttempts, signal));
	}

	#page(page: number, kind: "svg" | "json", version: number): string {
		return `${this.base}/page/${page}.${kind}?v=${version}`;
	}
}

/** Returns the query string of a search request. */
function searchParams(
	{ text, ...options }: Query,
	rangeParameters: Readonly<Record<string, number | boolean>>,
): string {
	const parameters = { q: phraseOf(text), ...options, ...rangeParameters };
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
