import type { CountRun } from "../core/search/hits";
import type { Outline } from "../core/navigation/outline";
import { phraseOf, type Query } from "../core/search/query";
import { parseState, type ViewerState } from "../core/session/viewer-state";
import type { Box, PageWords } from "../core/text/page-text";
import { parseMessage, type LocalizedMessage } from "../core/session/message";
import { pause } from "./pause";

/** The session was ended or has expired (410), or there is none (404): nothing more will come. */
export class SessionOverError extends Error {
	override readonly name = "SessionOverError";
}

/** The server could not be reached. */
export class UnreachedError extends Error {
	override readonly name = "UnreachedError";
}

/** The server answered, but not with what was asked for. */
export class AnswerError extends Error {
	override readonly name = "AnswerError";

	/** `told` is why, in Lectern's own words; undefined where it was not Lectern that answered, but a proxy before it. */
	constructor(
		readonly status: number,
		readonly told: LocalizedMessage | undefined,
	) {
		super(`the server answered ${status}`);
	}
}

/** A font that a document asks for, and that is neither in it nor on the server. */
export interface MissingFont {
	readonly name: string;
	/** What is shown in its place, where that is known. */
	readonly substitute?: string;
}

/** Characters of a kind that no font here has. */
export interface Unseen {
	/** A script of Unicode, such as "Tibetan", or "private", "pictures", "symbols", "unknown". */
	readonly kind: string;
	readonly count: number;
	/** The code point of one of them. */
	readonly example: number;
}

/** The fonts that are missing, by name, and the characters that are shown as boxes. */
export interface FontsLack {
	readonly missing: readonly MissingFont[];
	readonly unseen: readonly Unseen[];
}

/** What is known of a document beside its pages. */
export interface DocumentProperties {
	/** Such as docx. */
	readonly type: string;
	readonly metadata: {
		readonly title?: string;
		readonly author?: string;
		readonly subject?: string;
		readonly keywords?: string;
		readonly producer?: string;
		/** As RFC 3339 has it. */
		readonly created?: string;
		readonly modified?: string;
	};
	/** In what the pages differ from what their author sees. */
	readonly differences: readonly LocalizedMessage[];
}

/** An opening of a session. */
export interface OpenedView {
	/** Path below which the resources lie for it. */
	readonly base: string;
	/** Path that takes what is read. */
	readonly report: string;
}

/** A piece of a page's text, of a hit or of what is around it. */
export interface LinePart {
	readonly text: string;
	readonly hit: boolean;
}

/** What is found on a page. */
export interface FoundPage {
	readonly page: number;
	readonly hits: number;
	/** Of each hit its boxes in points; absent where they were not asked for, or cannot be told now. */
	readonly boxes?: readonly (readonly Box[])[];
	/** What stands around each of some hits; absent where it was not asked for, or is not to be seen. */
	readonly lines?: readonly (readonly LinePart[])[];
}

/** Pages with hits, in order. */
export interface FoundPages {
	readonly pages: readonly FoundPage[];
	/** The last of them, where there are more than were asked for. */
	readonly next?: number;
}

/** The pages to look at, and what is wanted of them: their boxes, or their lines. */
export interface Within {
	readonly after: number;
	/** All behind where it is absent. */
	readonly before?: number;
	readonly limit: number;
	readonly want: "boxes" | "lines";
	/** The hits of each page whose lines are not wanted. */
	readonly skip?: number;
}

/** The hits of pages that were counted. */
export interface CountedPages {
	readonly runs: readonly CountRun[];
	/** The pages, from the first on, whose text is known. */
	readonly searched: number;
	/** The last page that was looked at, where there are more. */
	readonly next?: number;
}

/** A part of a text: the offset of its first character, and the offset behind its last one. */
export type TextRange = readonly [start: number, end: number];

/** A page as an SVG document. */
export interface PageDrawing {
	readonly text: string;
	/** The `<style>` element with the font of the page's text; undefined if the server did not say. */
	readonly style: TextRange | undefined;
}

/** Parses a range such as "12-34". The server counts bytes: what precedes the end of the style is ASCII. */
function parseRange(range: string | null): TextRange | undefined {
	const [, start, end] = /^(\d+)-(\d+)$/.exec(range ?? "") ?? [];
	return start === undefined ? undefined : [Number(start), Number(end)];
}

/** Asks the server. Throws an UnreachedError where there is no way to it, or an AbortError. */
async function ask(address: string, how?: RequestInit): Promise<Response> {
	try {
		return await fetch(address, how);
	} catch (error) {
		throw error instanceof TypeError ? new UnreachedError(error.message) : error;
	}
}

/** How often a search and a page are tried that the server has no turn for, and for how many seconds each waits at most. */
const searchTries = 5;
const pageTries = 60;
const longestWait = 5;

/** Asks the server, and asks again where it has too much to do for a moment. */
async function askInTurn(address: string, mostTries: number, signal: AbortSignal): Promise<Response> {
	for (let tries = 1; ; tries++) {
		const answer = await ask(address, { signal });
		const wait = Number(answer.headers.get("Retry-After") ?? Number.POSITIVE_INFINITY);
		if (answer.status !== 429 || tries === mostTries || !(wait <= longestWait)) {
			return answer;
		}
		await answer.body?.cancel();
		await pause(wait * 1000, signal);
	}
}

/** A viewing session's resources. Every call may throw the errors above, or an AbortError. */
export class SessionClient {
	/** `base` is the session's path, without a slash at its end. */
	constructor(readonly base: string) {}

	/** Counts an opening of the session as the view of an id, once however often it is called with that. */
	async open(view: string): Promise<OpenedView> {
		const headers = { "Content-Type": "application/json" };
		const answer = await ask(`${this.base}/view`, {
			method: "POST",
			headers,
			body: JSON.stringify({ view }),
		});
		return (await (await checked(answer)).json()) as OpenedView;
	}

	/** Tells what was read, a Reading as JSON, also while the page goes. Where it is lost, the next one tells all again. */
	async report(path: string, reading: string): Promise<void> {
		const headers = { "Content-Type": "application/json" };
		await fetch(path, { method: "POST", headers, body: reading, keepalive: true }).catch(() => undefined);
	}

	/**
	 * The state, as soon as its revision is above the one given; after some 25 s it
	 * comes unchanged. Revision 0 is answered at once.
	 */
	async state(revision: number): Promise<ViewerState> {
		const answer = await ask(`${this.base}/state?revision=${revision}`, { cache: "no-store" });
		if (answer.status === 404) {
			throw new SessionOverError();
		}
		return parseState(await (await checked(answer)).json());
	}

	/** Returns a page as an SVG document. */
	async svg(page: number, version: number, signal: AbortSignal): Promise<PageDrawing> {
		const answer = await checked(await askInTurn(this.#page(page, "svg", version), pageTries, signal));
		return { text: await answer.text(), style: parseRange(answer.headers.get("Page-Font")) };
	}

	/** A page as a picture, in so many pixels a point. */
	async picture(page: number, version: number, scale: number, signal: AbortSignal): Promise<Blob> {
		return (
			await checked(await askInTurn(this.pictureAddress(page, version, scale), pageTries, signal))
		).blob();
	}

	/** The address of a page's picture, in so many pixels a point. */
	pictureAddress(page: number, version: number, scale: number): string {
		return `${this.base}/page/${page}.png?scale=${scale}&v=${version}`;
	}

	/** The words of a page with their boxes. */
	async words(page: number, version: number, signal: AbortSignal): Promise<PageWords> {
		const answer = await checked(await askInTurn(this.#page(page, "json", version), pageTries, signal));
		return (await answer.json()) as PageWords;
	}

	/** The document's outline, and its pages' own names; an AnswerError until the whole of it is there. */
	async outline(version: number): Promise<Outline> {
		const answer = await checked(await ask(`${this.base}/outline?v=${version}`));
		return (await answer.json()) as Outline;
	}

	/** What is known of the document; an AnswerError until the whole of it is there. */
	async properties(): Promise<DocumentProperties> {
		const answer = await checked(await ask(`${this.base}/properties`));
		return (await answer.json()) as DocumentProperties;
	}

	/** The text of all pages, with a form feed between two. Throws a RangeError where it has more bytes than it may. */
	async text(most: number): Promise<string> {
		const answer = await checked(await ask(`${this.base}/text`));
		const decoder = new TextDecoder();
		let text = "";
		let size = 0;
		for (const reader = answer.body?.getReader(); ;) {
			const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
			if (done) {
				return text + decoder.decode();
			}
			size += value.length;
			if (size > most) {
				await reader?.cancel();
				throw new RangeError("the text is too long");
			}
			text += decoder.decode(value, { stream: true });
		}
	}

	/** What the document lacks of fonts; an AnswerError until the whole of it is there. */
	async fontsLack(version: number): Promise<FontsLack> {
		const answer = await checked(await ask(`${this.base}/fonts?v=${version}`));
		return (await answer.json()) as FontsLack;
	}

	/** What is found on pages, the first ones first. */
	async find(
		query: Query,
		{ after, before, limit, want, skip }: Within,
		signal: AbortSignal,
	): Promise<FoundPages> {
		const how = {
			after,
			limit,
			before: before ?? 0,
			count: false,
			snippets: false,
			boxes: want === "boxes",
			lines: want === "lines",
			skip: skip ?? 0,
		};
		const answer = await checked(
			await askInTurn(`${this.base}/search?${search(query, how)}`, searchTries, signal),
		);
		return (await answer.json()) as FoundPages;
	}

	/** How many hits the pages behind one have, as far as one answer goes. */
	async count(query: Query, after: number, signal: AbortSignal): Promise<CountedPages> {
		const address = `${this.base}/search/counts?${search(query, { after })}`;
		return (await (await checked(await askInTurn(address, searchTries, signal))).json()) as CountedPages;
	}

	#page(page: number, kind: "svg" | "json", version: number): string {
		return `${this.base}/page/${page}.${kind}?v=${version}`;
	}
}

/** The parameters of a search. */
function search({ text, ...options }: Query, more: Readonly<Record<string, number | boolean>>): string {
	const all = { q: phraseOf(text), ...options, ...more };
	return new URLSearchParams(Object.entries(all).map(([name, value]) => [name, String(value)])).toString();
}

async function checked(answer: Response): Promise<Response> {
	if (answer.status === 410) {
		throw new SessionOverError();
	}
	if (!answer.ok) {
		throw new AnswerError(answer.status, await toldBy(answer));
	}
	return answer;
}

/** What a problem tells the reader; undefined of an answer that is none. */
async function toldBy(answer: Response): Promise<LocalizedMessage | undefined> {
	const type = answer.headers.get("Content-Type") ?? "";
	if (!type.startsWith("application/problem+json")) {
		await answer.body?.cancel();
		return undefined;
	}
	const problem = (await answer.json().catch(() => undefined)) as { readonly told?: unknown } | undefined;
	return parseMessage(problem?.told);
}
