import { ResponseError, type SessionClient, SessionExpiredError, UnreachableError } from "../../api/session";
import { retryDelay } from "../../core/network/backoff";
import type { Layout } from "../../core/layout/layout";
import type { PageForm } from "../../core/session/settings";
import type { LocalizedMessage } from "../../core/session/message";
import { containsPage, noPages, type PageRange } from "../../core/layout/page-range";
import { runReportingErrors } from "../async/run-reporting-errors";
import { LoadQueue } from "../async/load-queue";
import { PageView, type Placement } from "./page-view";
import { selectedPages } from "./selection";
import { translations } from "../translations";

/** The maximum number of pages that are kept in the DOM because they are selected. */
const maxHeldPages = 60;

/** The options for concurrent loading, as in LoadQueue. */
export interface LoadingLimits {
	readonly parallel: number;
	readonly maxParallel: number;
	readonly slowAfter: number;
}

/**
 * The concurrency of page loading. The server renders the pages of a document in one or two processes, so a fourth
 * request would only wait for a free process. A fourth request is sent only if a page is slow, because the server
 * renders slow pages in separate processes. A browser opens at most six connections to a server for all its windows:
 * one is used for the state of this document, and one stays free.
 */
export const pageLoading: LoadingLimits = { parallel: 3, maxParallel: 4, slowAfter: 1_000 };

/** The events of loading pages. */
export interface PagesEvents {
	/** Called when loading succeeds. */
	readonly onResponse: () => void;
	/** Called when the server cannot be reached, with the milliseconds until the next attempt. */
	readonly onDisconnection: (retryDelay: number) => void;
	readonly onSessionExpired: () => void;
	/** Called when a page and its words were added to the DOM. */
	readonly onPageDrawn: (view: PageView) => void;
	/** Called with true when loading starts, and with false when all wanted pages are loaded. */
	readonly onBusyChange: (busy: boolean) => void;
	/** Returns a small picture of a page, to be shown until a better one is loaded; undefined if there is none. */
	readonly previewOf: (page: number) => HTMLImageElement | undefined;
	/** Called when the reader retries a page. The retry button, which may have had the focus, is removed. */
	readonly onRetry: () => void;
}

/** The pages in the DOM, and their loading. */
export class Pages {
	readonly #canvas: HTMLElement;
	readonly #client: SessionClient;
	#form: PageForm;
	readonly #events: PagesEvents;
	readonly #views = new Map<number, PageView>();
	readonly #queue: LoadQueue;
	#version = 0;
	#scrollsFast = false;
	#labels: readonly string[] = [];

	constructor(
		canvas: HTMLElement,
		client: SessionClient,
		form: PageForm,
		loading: LoadingLimits,
		events: PagesEvents,
	) {
		this.#canvas = canvas;
		this.#client = client;
		this.#form = form;
		this.#events = events;
		this.#queue = new LoadQueue({
			load: (page, signal) => this.#load(page, signal),
			onSlow: (page) => {
				this.#views.get(page)?.showSlow();
			},
			onFailure: (page, error, delay) => {
				this.#handleFailure(page, error, delay);
			},
			retryDelay: (failures, error) => (isTimeout(error) ? undefined : retryDelay(failures, Math.random())),
			onBusyChange: events.onBusyChange,
			...loading,
		});
	}

	/** Adopts the page that the server rendered into the canvas, and returns its number; 0 if there is none. */
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
	setLabels(labels: readonly string[]): void {
		this.#labels = labels;
		for (const view of this.#views.values()) {
			this.#setLabel(view);
		}
	}

	#setLabel(view: PageView): void {
		view.setLabel(this.#labels[view.page - 1] ?? String(view.page));
	}

	/** Switches to another version of the document. */
	setVersion(version: number): void {
		if (version !== this.#version) {
			this.#version = version;
			this.#queue.reset();
		}
	}

	/**
	 * Keeps exactly the given pages in the DOM, at their positions, and loads them in the given order. During fast
	 * scrolling, the words of the pages are not loaded, because nobody can select text at that speed.
	 */
	show(
		mounted: PageRange,
		order: readonly number[],
		layout: Layout,
		placement: Placement,
		scrollsFast: boolean,
	): void {
		const selectedRange = pagesOfSelection(layout.count);
		for (const [page, view] of this.#views) {
			if (page > layout.count || (!containsPage(mounted, page) && !containsPage(selectedRange, page))) {
				view.remove();
				this.#views.delete(page);
			}
		}
		for (const page of order) {
			this.#mount(page);
		}
		for (const [page, view] of this.#views) {
			view.setPosition(layout.rect(page), placement);
		}
		this.#scrollsFast = scrollsFast;
		this.#queue.setWanted(this.#incompletePages(order));
	}

	/** Returns the incomplete pages: first those without a picture, then those without words. */
	#incompletePages(order: readonly number[]): number[] {
		const missing = order.filter((page) => this.#views.get(page)?.isComplete(this.#version) === false);
		const drawn = (page: number) => this.#views.get(page)?.isDrawn(this.#version) === true;
		const pictures = missing.filter((page) => !drawn(page));
		return this.#scrollsFast ? pictures : [...pictures, ...missing.filter(drawn)];
	}

	/** Removes all pages from the DOM, and stops loading. */
	clear(): void {
		this.#queue.setWanted([]);
		for (const view of this.#views.values()) {
			view.remove();
		}
		this.#views.clear();
	}

	/** Sets how pages are shown. Removes all pages from the DOM, because their elements depend on it. */
	setForm(form: PageForm): void {
		this.clear();
		this.#queue.reset();
		this.#form = form;
	}

	/** The pages in the DOM. */
	get views(): Iterable<PageView> {
		return this.#views.values();
	}

	/** Returns the view of a page if it is in the DOM. */
	view(page: number): PageView | undefined {
		return this.#views.get(page);
	}

	/** Pauses or resumes loading. */
	setPaused(paused: boolean): void {
		this.#queue.setPaused(paused);
	}

	/** Retries failed pages at once. */
	retry(): void {
		this.#queue.retry();
	}

	/** Adds a page to the DOM in document order, because screen readers and copying follow the order of elements. */
	#mount(page: number): void {
		if (this.#views.has(page)) {
			return;
		}
		const view = new PageView(page, this.#form);
		this.#setLabel(view);
		const preview = this.#events.previewOf(page);
		if (preview !== undefined) {
			view.showPreview(preview);
		}
		const after = [...this.#views.keys()].filter((other) => other > page).sort((a, b) => a - b)[0];
		const next = after === undefined ? null : (this.#views.get(after)?.element ?? null);
		this.#canvas.insertBefore(view.element, next);
		this.#views.set(page, view);
	}

	async #load(page: number, signal: AbortSignal): Promise<boolean> {
		const view = this.#views.get(page);
		const isComplete = await view?.load(this.#client, this.#version, signal);
		if (view !== undefined && isComplete === true) {
			runReportingErrors(() => {
				this.#events.onPageDrawn(view);
			});
		}
		this.#events.onResponse();
		return isComplete !== false || this.#scrollsFast;
	}

	#handleFailure(page: number, error: unknown, delay: number | undefined): void {
		if (error instanceof SessionExpiredError) {
			this.#events.onSessionExpired();
			return;
		}
		const view = this.#views.get(page);
		const retry = () => {
			this.#events.onRetry();
			view?.showLoading();
			this.#queue.retry(page);
		};
		if (error instanceof UnreachableError) {
			view?.showDisconnected();
			this.#events.onDisconnection(delay ?? 0);
		} else {
			view?.showFailure(failureMessage(error), retry);
		}
	}
}

/**
 * Returns the pages that must stay in the DOM because they are selected. A selection would be lost if the page at its
 * start or its end were removed.
 */
function pagesOfSelection(count: number): PageRange {
	const { first, last } = selectedPages();
	return last - first < maxHeldPages ? { first, last: Math.min(last, count) } : noPages;
}

/**
 * Reports whether the server has stopped rendering a page because of its time limit. Such a page is not retried
 * automatically, because a further attempt would probably fail, too. The reader can retry it.
 */
function isTimeout(error: unknown): boolean {
	return error instanceof ResponseError && error.status === 503 && error.reason !== undefined;
}

/** Returns the reason why a page is not shown. The server's message is used only if it is about the page itself. */
function failureMessage(error: unknown): LocalizedMessage {
	if (isTimeout(error)) {
		return { text: translations.pageTooSlow };
	}
	const serverMessage =
		error instanceof ResponseError && [404, 422].includes(error.status) ? error.reason : undefined;
	return serverMessage ?? { text: translations.pageFailed };
}
