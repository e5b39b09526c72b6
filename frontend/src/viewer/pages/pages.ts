import { AnswerError, type SessionClient, SessionOverError } from "../../api/session";
import { retryDelay } from "../../core/network/backoff";
import type { Layout } from "../../core/layout/layout";
import type { PageForm } from "../../core/session/settings";
import type { LocalizedMessage } from "../../core/session/message";
import { contains, noPages, type PageRange } from "../../core/layout/page-range";
import { guarded } from "../async/guarded";
import { LoadQueue } from "../async/load-queue";
import { PageView, type Placement } from "./page-view";
import { selectedPages } from "./selection";
import { words } from "../words";

/** The maximum number of pages that are kept in the DOM because of a selection. */
const mostHeld = 60;

/** The concurrency options of loading, as in LoadQueue. */
export interface Loading {
	readonly parallel: number;
	readonly most: number;
	readonly patience: number;
}

/** The events of loading pages. */
export interface PagesEvents {
	/** Called with true when loading succeeds, and with false when it fails because of the network. */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
	/** Called when a page and its words were added to the DOM. */
	readonly drawn: (view: PageView) => void;
	/** Called with true when loading starts, and with false when all wanted pages are loaded. */
	readonly busy: (busy: boolean) => void;
	/** Returns a small picture of a page, to be shown until a better one is loaded; undefined if there is none. */
	readonly preview: (page: number) => HTMLImageElement | undefined;
	/** Called when the reader retries a page. The button that was used is removed. */
	readonly retried: () => void;
}

/** The pages in the DOM, and their loading. */
export class Pages {
	readonly #canvas: HTMLElement;
	readonly #client: SessionClient;
	readonly #form: PageForm;
	readonly #events: PagesEvents;
	readonly #views = new Map<number, PageView>();
	readonly #queue: LoadQueue;
	#version = 0;
	#fast = false;
	#labels: readonly string[] = [];

	constructor(
		canvas: HTMLElement,
		client: SessionClient,
		form: PageForm,
		loading: Loading,
		events: PagesEvents,
	) {
		this.#canvas = canvas;
		this.#client = client;
		this.#form = form;
		this.#events = events;
		this.#queue = new LoadQueue({
			load: (page, signal) => this.#load(page, signal),
			slow: (page) => {
				this.#views.get(page)?.takesLong();
			},
			failed: (page, error) => {
				this.#failed(page, error);
			},
			delay: (failures, error) => (tooSlow(error) ? undefined : retryDelay(failures, Math.random())),
			busy: events.busy,
			...loading,
		});
	}

	/** Takes over the page that the server rendered into the canvas, and returns its number; 0 if there is none. */
	adopt(version: number): number {
		const sheet = this.#canvas.querySelector<HTMLElement>(":scope > .page");
		const page = Number(sheet?.dataset["page"]);
		if (sheet === null || !(page >= 1)) {
			return 0;
		}
		this.#views.set(page, PageView.adopt(sheet, page, this.#form, version));
		return page;
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#labels = labels;
		for (const view of this.#views.values()) {
			this.#name(view);
		}
	}

	#name(view: PageView): void {
		view.name(this.#labels[view.page - 1] ?? String(view.page));
	}

	/** Switches to another version of the document. */
	renew(version: number): void {
		if (version !== this.#version) {
			this.#version = version;
			this.#queue.reset();
		}
	}

	/**
	 * Keeps exactly these pages in the DOM, at their positions, and loads them in this order. While they pass fast,
	 * their words are not loaded, because nobody can select them.
	 */
	show(
		mounted: PageRange,
		order: readonly number[],
		layout: Layout,
		placing: Placement,
		fast: boolean,
	): void {
		const held = heldBySelection(layout.count);
		for (const [page, view] of this.#views) {
			if (page > layout.count || (!contains(mounted, page) && !contains(held, page))) {
				view.remove();
				this.#views.delete(page);
			}
		}
		for (const page of order) {
			this.#mount(page);
		}
		for (const [page, view] of this.#views) {
			view.place(layout.rect(page), placing);
		}
		this.#fast = fast;
		this.#queue.want(this.#missing(order));
	}

	/** Returns the incomplete pages: those without a picture before those without words. */
	#missing(order: readonly number[]): number[] {
		const missing = order.filter((page) => this.#views.get(page)?.shows(this.#version) === false);
		const drawn = (page: number) => this.#views.get(page)?.isDrawn(this.#version) === true;
		const pictures = missing.filter((page) => !drawn(page));
		return this.#fast ? pictures : [...pictures, ...missing.filter(drawn)];
	}

	/** Removes all pages from the DOM, and stops loading. */
	clear(): void {
		this.#queue.want([]);
		for (const view of this.#views.values()) {
			view.remove();
		}
		this.#views.clear();
	}

	/** The pages in the DOM. */
	get views(): Iterable<PageView> {
		return this.#views.values();
	}

	/** Returns the view of a page if it is in the DOM. */
	view(page: number): PageView | undefined {
		return this.#views.get(page);
	}

	/** Pauses loading while it is held. */
	hold(held: boolean): void {
		this.#queue.hold(held);
	}

	/** Retries failed pages at once. */
	retry(): void {
		this.#queue.retry();
	}

	/** Adds a page to the DOM in document order, which is the order for reading and copying. */
	#mount(page: number): void {
		if (this.#views.has(page)) {
			return;
		}
		const view = new PageView(page, this.#form);
		this.#name(view);
		const preview = this.#events.preview(page);
		if (preview !== undefined) {
			view.preview(preview);
		}
		const after = [...this.#views.keys()].filter((other) => other > page).sort((a, b) => a - b)[0];
		const next = after === undefined ? null : (this.#views.get(after)?.element ?? null);
		this.#canvas.insertBefore(view.element, next);
		this.#views.set(page, view);
	}

	async #load(page: number, signal: AbortSignal): Promise<boolean> {
		const view = this.#views.get(page);
		const whole = await view?.load(this.#client, this.#version, signal);
		if (view !== undefined && whole === true) {
			guarded(() => {
				this.#events.drawn(view);
			});
		}
		this.#events.reached(true);
		return whole !== false || this.#fast;
	}

	#failed(page: number, error: unknown): void {
		if (error instanceof SessionOverError) {
			this.#events.over();
			return;
		}
		const retry = () => {
			this.#events.retried();
			this.#views.get(page)?.awaits();
			this.#queue.retry(page);
		};
		this.#views.get(page)?.fail(whyFailed(error), retry);
		if (!(error instanceof AnswerError)) {
			this.#events.reached(false);
		}
	}
}

/** Returns the pages that the selection keeps in the DOM, so that scrolling does not remove its ends. */
function heldBySelection(count: number): PageRange {
	const { first, last } = selectedPages();
	return last - first < mostHeld ? { first, last: Math.min(last, count) } : noPages;
}

/** Reports whether a page failed with a timeout. It would fail again, so only the reader can retry it. */
function tooSlow(error: unknown): boolean {
	return error instanceof AnswerError && error.status === 503 && error.told !== undefined;
}

/** Returns the reason why a page is not shown: the server's message if it is about the page itself. */
function whyFailed(error: unknown): LocalizedMessage {
	if (tooSlow(error)) {
		return { text: words.pageTooSlow };
	}
	const own = error instanceof AnswerError && [404, 422].includes(error.status) ? error.told : undefined;
	return own ?? { text: words.pageFailed };
}
