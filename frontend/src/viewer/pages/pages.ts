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

/** At most so many pages are held in the DOM for the sake of a selection. */
const mostHeld = 60;

/** How many pages are loaded at once, as a LoadQueue has it. */
export interface Loading {
	readonly parallel: number;
	readonly most: number;
	readonly patience: number;
}

/** What loading pages tells. */
export interface PagesEvents {
	/** Loading works (true) or does not (false) for want of a network. */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
	/** A page and its words were put into the DOM. */
	readonly drawn: (view: PageView) => void;
	/** Pages are being loaded (true), or all are there that are wanted (false). */
	readonly busy: (busy: boolean) => void;
	/** A small picture of a page, to be shown until there is a better one; undefined where there is none. */
	readonly preview: (page: number) => HTMLImageElement | undefined;
	/** A reader asked for a page to be loaded again, by a button that goes. */
	readonly retried: () => void;
}

/** The pages that are in the DOM, and how they get there. */
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

	/** Takes over the page that the server rendered into the canvas; gives its number, 0 where there is none. */
	adopt(version: number): number {
		const sheet = this.#canvas.querySelector<HTMLElement>(":scope > .page");
		const page = Number(sheet?.dataset["page"]);
		if (sheet === null || !(page >= 1)) {
			return 0;
		}
		this.#views.set(page, PageView.adopt(sheet, page, this.#form, version));
		return page;
	}

	/** The pages have names of their own from now on. */
	name(labels: readonly string[]): void {
		this.#labels = labels;
		for (const view of this.#views.values()) {
			this.#name(view);
		}
	}

	#name(view: PageView): void {
		view.name(this.#labels[view.page - 1] ?? String(view.page));
	}

	/** Shows another version of the document from now on. */
	renew(version: number): void {
		if (version !== this.#version) {
			this.#version = version;
			this.#queue.reset();
		}
	}

	/**
	 * Has just these pages in the DOM, in their places, and loads them in this order; without their words, which
	 * nobody selects meanwhile, where they pass fast.
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

	/** The pages that lack something: those without their pictures come before those without their words. */
	#missing(order: readonly number[]): number[] {
		const missing = order.filter((page) => this.#views.get(page)?.shows(this.#version) === false);
		const drawn = (page: number) => this.#views.get(page)?.isDrawn(this.#version) === true;
		const pictures = missing.filter((page) => !drawn(page));
		return this.#fast ? pictures : [...pictures, ...missing.filter(drawn)];
	}

	/** Has nothing in the DOM, and loads nothing. */
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

	/** A page, where it is in the DOM. */
	view(page: number): PageView | undefined {
		return this.#views.get(page);
	}

	/** Loads nothing while it is held. */
	hold(held: boolean): void {
		this.#queue.hold(held);
	}

	/** Tries at once to load what failed. */
	retry(): void {
		this.#queue.retry();
	}

	/** Puts a page into the DOM, in the order of the document, which is the order of reading and copying. */
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

/** The pages that a selection holds in the DOM, so that scrolling does not take its ends away. */
function heldBySelection(count: number): PageRange {
	const { first, last } = selectedPages();
	return last - first < mostHeld ? { first, last: Math.min(last, count) } : noPages;
}

/** Whether a page was given up because it took too long: it would again, so a reader decides. */
function tooSlow(error: unknown): boolean {
	return error instanceof AnswerError && error.status === 503 && error.told !== undefined;
}

/** Says why a page is not shown: in the server's words where it is for the page's own sake. */
function whyFailed(error: unknown): LocalizedMessage {
	if (tooSlow(error)) {
		return { text: words.pageTooSlow };
	}
	const own = error instanceof AnswerError && [404, 422].includes(error.status) ? error.told : undefined;
	return own ?? { text: words.pageFailed };
}
