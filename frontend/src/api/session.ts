import { parseState, type ViewerState } from "../core/state";
import type { PageWords } from "../core/textlayer";

/** The session was ended or has expired (410), or there is none (404): nothing more will come. */
export class SessionOverError extends Error {
	override readonly name = "SessionOverError";
}

/** The server answered, but not with what was asked for. */
export class AnswerError extends Error {
	override readonly name = "AnswerError";

	/** `sentence` is why, in Lectern's own words; undefined where it was not Lectern that answered, but a proxy before it. */
	constructor(
		readonly status: number,
		readonly sentence: string | undefined,
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

/** An opening of a session. */
export interface OpenedView {
	/** Path below which the resources lie for it. */
	readonly base: string;
	/** Path that takes what is read. */
	readonly report: string;
}

/** A viewing session's resources. Every call may throw the errors above, a TypeError without network, or an AbortError. */
export class SessionClient {
	/** `base` is the session's path, without a slash at its end. */
	constructor(readonly base: string) {}

	/** Counts an opening of the session as the view of an id, once however often it is called with that. */
	async open(view: string): Promise<OpenedView> {
		const headers = { "Content-Type": "application/json" };
		const answer = await fetch(`${this.base}/view`, {
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
	async state(revision: number, signal: AbortSignal): Promise<ViewerState> {
		const answer = await fetch(`${this.base}/state?revision=${revision}`, { signal, cache: "no-store" });
		if (answer.status === 404) {
			throw new SessionOverError();
		}
		return parseState(await (await checked(answer)).json());
	}

	/** A page as the text of an SVG document. */
	async svg(page: number, version: number, signal: AbortSignal): Promise<string> {
		return (await checked(await fetch(this.#page(page, "svg", version), { signal }))).text();
	}

	/** A page as a picture, in so many pixels a point. */
	async picture(page: number, version: number, scale: number, signal: AbortSignal): Promise<Blob> {
		const address = `${this.base}/page/${page}.png?scale=${scale}&v=${version}`;
		return (await checked(await fetch(address, { signal }))).blob();
	}

	/** The words of a page with their boxes. */
	async words(page: number, version: number, signal: AbortSignal): Promise<PageWords> {
		const answer = await checked(await fetch(this.#page(page, "json", version), { signal }));
		return (await answer.json()) as PageWords;
	}

	/** What the document lacks of fonts; an AnswerError until the whole of it is there. */
	async fontsLack(version: number): Promise<FontsLack> {
		const answer = await checked(await fetch(`${this.base}/fonts?v=${version}`));
		return (await answer.json()) as FontsLack;
	}

	#page(page: number, kind: "svg" | "json", version: number): string {
		return `${this.base}/page/${page}.${kind}?v=${version}`;
	}
}

async function checked(answer: Response): Promise<Response> {
	if (answer.status === 410) {
		throw new SessionOverError();
	}
	if (!answer.ok) {
		throw new AnswerError(answer.status, await sentenceOf(answer));
	}
	return answer;
}

/** The sentence of a problem; undefined of an answer that is none. */
async function sentenceOf(answer: Response): Promise<string | undefined> {
	const type = answer.headers.get("Content-Type") ?? "";
	if (!type.startsWith("application/problem+json")) {
		await answer.body?.cancel();
		return undefined;
	}
	const problem = (await answer.json().catch(() => undefined)) as { readonly detail?: string } | undefined;
	return problem?.detail;
}
