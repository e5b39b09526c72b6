import { AnswerError, type SessionClient, SessionOverError } from "../api/session";
import { retryDelay } from "../core/backoff";
import { columnLayout, type Frame, type Layout } from "../core/layout";
import { fits, leftAtPage, settledLeft } from "../core/sideways";
import type { PageForm } from "../core/settings";
import { PageSizes, type SizeRun } from "../core/sizes";
import { contains, currentPage, loadingOrder, noPages, type PageRange, pagesIn } from "../core/visible";
import {
	actualSize,
	type Anchor,
	anchorAt,
	clampZoom,
	pointOf,
	scaleOf,
	type Zoom,
	type ZoomBounds,
	zoomBounds,
} from "../core/zoom";
import { frameOf } from "./frame";
import { LoadQueue } from "./load-queue";
import { PageView } from "./page-view";
import { Scroller } from "./scroller";
import { selectedPages } from "./selection";
import { strings } from "./strings";

/** What the stage shows. */
export interface View {
	readonly page: number;
	readonly count: number;
	readonly zoom: Zoom;
	/** Size on screen as a factor of the actual size. */
	readonly factor: number;
	readonly bounds: ZoomBounds;
}

/** What the stage tells its owner. */
export interface StageEvents {
	readonly changed: (view: View) => void;
	/** Loading works (true) or does not (false) for want of a network. */
	readonly reached: (reached: boolean) => void;
	readonly over: () => void;
}

/** Stands for the current page's size where there is none. */
const noSize = { width: 595, height: 842 };

/** At most so many pages are held in the DOM for the sake of a selection. */
const mostHeld = 60;

/**
 * How pages are loaded. One or two processes draw a document's pages, so more requests would only wait there, but
 * for those that take long: each of them has a process of its own. A browser has six connections to a server for all
 * its windows: one is for the state of this document, and one is left to others.
 */
const loading = { parallel: 3, most: 4, patience: 1_000 };

/** A point of the stage in CSS pixels from its top left corner. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** The pages: which of them are in the DOM, where they lie, how large they are, and which one is read. */
export class Stage {
	readonly #views = new Map<number, PageView>();
	readonly #scroller: Scroller;
	readonly #queue: LoadQueue;
	#sizes = new PageSizes([]);
	#version = 0;
	#zoom: Zoom = "auto";
	#scale = actualSize;
	#frame: Frame;
	#layout: Layout;
	/** The page that was asked for, current until the position changes. */
	#asked: { page: number; top: number } | undefined;
	#scheduled = false;
	/** The page that the server rendered, until it has its place. */
	#adopted = 1;

	constructor(
		private readonly stage: HTMLElement,
		private readonly canvas: HTMLElement,
		private readonly client: SessionClient,
		private readonly form: PageForm,
		private readonly events: StageEvents,
	) {
		this.#frame = frameOf(stage);
		this.#layout = columnLayout(this.#sizes, this.#scale, this.#frame);
		this.#scroller = new Scroller(stage, canvas, () => {
			this.#schedule();
		});
		this.#queue = new LoadQueue({
			load: (page, signal) => this.#load(page, signal),
			slow: (page) => {
				this.#views.get(page)?.takesLong();
			},
			failed: (page, error) => {
				this.#failed(page, error);
			},
			delay: (failures, error) => (tooSlow(error) ? undefined : retryDelay(failures, Math.random())),
			...loading,
		});
		new ResizeObserver(() => {
			this.#resized();
		}).observe(stage);
	}

	/** Takes over the page that the server rendered into the canvas, if any. */
	adopt(version: number): void {
		const sheet = this.canvas.querySelector<HTMLElement>(":scope > .page");
		const page = Number(sheet?.dataset["page"]);
		if (sheet !== null && page >= 1) {
			this.#views.set(page, PageView.adopt(sheet, page, this.form, version));
			this.#adopted = page;
		}
	}

	/** Shows a document's pages; more of them, or other bytes, than before. The place is kept. */
	show(runs: readonly SizeRun[], version: number): void {
		const anchor = this.#anchor(this.#topMiddle());
		this.#frame = frameOf(this.stage);
		this.#sizes = new PageSizes(runs);
		if (version !== this.#version) {
			this.#version = version;
			this.#queue.reset();
		}
		this.#place(anchor);
		this.canvas.classList.add("laid-out");
	}

	/** Lays the pages out, the one that the server rendered where it stood. */
	#place(anchor: Anchor | undefined): void {
		const page = this.#adopted;
		if (page === 1 || page > this.#sizes.count) {
			this.#relayout(anchor, this.#topMiddle());
			return;
		}
		this.#adopted = 1;
		this.#relayout({ page, x: 0.5, y: 0 }, { x: this.#frame.width / 2, y: this.#frame.gap }, page);
		this.#asked = { page, top: this.#scroller.top };
		this.#update();
	}

	/** Takes all pages away. */
	clear(): void {
		this.show([], this.#version);
	}

	get view(): View {
		const page = this.#current();
		return {
			page,
			count: this.#sizes.count,
			zoom: this.#zoom,
			factor: this.#scale / actualSize,
			bounds: zoomBounds(page > 0 ? this.#sizes.size(page) : noSize, this.#frame),
		};
	}

	/**
	 * Sets the zoom, a factor within its bounds. The document's point under `at` stays there, as far as the page
	 * under it goes on filling the window; if not given, that is the middle of the
	 * window, and the page is the current one.
	 */
	setZoom(zoom: Zoom, at?: Point): void {
		const point = at ?? this.#middle();
		const anchor = this.#anchor(point);
		this.#zoom = typeof zoom === "number" ? clampZoom(zoom, this.view.bounds) : zoom;
		this.#relayout(anchor, point, at === undefined ? undefined : anchor?.page);
	}

	/** Goes to the top of a page, the nearest one where there is none of that number. */
	goTo(page: number): void {
		if (this.#sizes.count === 0) {
			return;
		}
		const target = Math.min(Math.max(page, 1), this.#sizes.count);
		this.#moveTo(target, this.#layout.rect(target).top - this.#frame.gap);
		this.#asked = { page: target, top: this.#scroller.top };
		this.#update();
	}

	/** Goes to the very beginning or end. */
	goToEnd(end: "first" | "last"): void {
		if (this.#sizes.count === 0) {
			return;
		}
		const first = end === "first";
		this.#moveTo(first ? 1 : this.#sizes.count, first ? 0 : this.#layout.height);
	}

	/** Moves by fractions of the stage's height. */
	turn(screens: number): void {
		this.#scroller.moveBy(screens * this.#frame.height);
	}

	/** Moves by pixels. */
	pan(right: number, down: number): void {
		this.#scroller.moveBy(down, right);
	}

	/** Whether the current page is wider than the window. */
	get pansSideways(): boolean {
		const page = this.#current();
		return page > 0 && !fits(this.#layout.rect(page), this.#frame);
	}

	/** Selects the pages, and nothing of the controls. */
	selectAll(): void {
		document.getSelection()?.selectAllChildren(this.canvas);
	}

	/** Tries at once to load what failed. */
	retry(): void {
		this.#queue.retry();
	}

	/** The page that is read: the one asked for, as long as nothing moved since, else the one in the middle. */
	#current(): number {
		const { top } = this.#scroller;
		if (this.#asked !== undefined && Math.abs(this.#asked.top - top) < 1) {
			return Math.min(this.#asked.page, this.#sizes.count);
		}
		return currentPage(this.#layout, { top, height: this.#frame.height });
	}

	#middle(): Point {
		return { x: this.#frame.width / 2, y: this.#frame.height / 2 };
	}

	#topMiddle(): Point {
		return { x: this.#frame.width / 2, y: 0 };
	}

	/** Goes to a height, and sideways to where the page there is seen. */
	#moveTo(page: number, top: number): void {
		const way = { from: this.#current(), to: page, left: this.#scroller.left };
		this.#scroller.moveTo(top, leftAtPage(this.#layout, this.#frame, way));
	}

	#anchor(at: Point): Anchor | undefined {
		return anchorAt(this.#layout, this.#scroller.left + at.x, this.#scroller.top + at.y);
	}

	/**
	 * Lays the pages out anew and brings the anchor back to its point of the stage, but
	 * no farther sideways than a page, the current one if none is named, is shown best.
	 */
	#relayout(anchor: Anchor | undefined, at: Point, shown?: number): void {
		const page = Math.min(Math.max(this.#current(), 1), this.#sizes.count);
		const asked = page === this.#asked?.page ? page : undefined;
		if (page > 0) {
			this.#scale = scaleOf(this.#zoom, this.#sizes.size(page), this.#frame);
		}
		this.#layout = columnLayout(this.#sizes, this.#scale, this.#frame);
		this.#scroller.resize(this.#layout.width, this.#layout.height);
		if (page > 0) {
			const point = anchor === undefined ? at : pointOf(this.#layout, anchor);
			const rect = this.#layout.rect(Math.min(shown ?? page, this.#sizes.count));
			const atTop = this.#scroller.top <= 0 && at.y === 0;
			const left = settledLeft(rect, this.#frame, point.x - at.x);
			this.#scroller.moveTo(atTop ? 0 : point.y - at.y, left);
		}
		this.#asked = asked === undefined ? undefined : { page: asked, top: this.#scroller.top };
		this.#update();
	}

	#resized(): void {
		const frame = frameOf(this.stage);
		if (frame.width === this.#frame.width && frame.height === this.#frame.height) {
			return;
		}
		const anchor = this.#anchor(this.#topMiddle());
		this.#frame = frame;
		this.#relayout(anchor, this.#topMiddle());
	}

	#schedule(): void {
		if (!this.#scheduled) {
			this.#scheduled = true;
			requestAnimationFrame(() => {
				this.#scheduled = false;
				this.#update();
			});
		}
	}

	/** Brings the DOM to what the position asks for. */
	#update(): void {
		const span = { top: this.#scroller.top, height: this.#frame.height };
		const inView = pagesIn(this.#layout, span);
		const mounted = pagesIn(this.#layout, span, this.#frame.height);
		const held = this.#heldBySelection();
		for (const [page, view] of this.#views) {
			if (!contains(mounted, page) && !contains(held, page)) {
				view.element.remove();
				this.#views.delete(page);
			}
		}
		const order = loadingOrder(mounted, inView);
		for (const page of order) {
			this.#mount(page);
		}
		for (const [page, view] of this.#views) {
			view.place(this.#layout.rect(page), this.#scroller.shift, this.#scale);
		}
		this.#queue.want(order.filter((page) => this.#needs(page)));
		this.events.changed(this.view);
	}

	/** The pages that a selection holds in the DOM, so that scrolling does not take its ends away. */
	#heldBySelection(): PageRange {
		const { first, last } = selectedPages();
		return last - first < mostHeld ? { first, last: Math.min(last, this.#sizes.count) } : noPages;
	}

	#needs(page: number): boolean {
		return this.#views.get(page)?.shows(this.#version) === false;
	}

	/** Puts a page into the DOM, in the order of the document, which is the order of reading and copying. */
	#mount(page: number): void {
		if (this.#views.has(page)) {
			return;
		}
		const view = new PageView(page, this.form);
		const after = [...this.#views.keys()].filter((other) => other > page).sort((a, b) => a - b)[0];
		const next = after === undefined ? null : (this.#views.get(after)?.element ?? null);
		this.canvas.insertBefore(view.element, next);
		this.#views.set(page, view);
	}

	async #load(page: number, signal: AbortSignal): Promise<void> {
		await this.#views.get(page)?.load(this.client, this.#version, signal);
		this.events.reached(true);
	}

	#failed(page: number, error: unknown): void {
		if (error instanceof SessionOverError) {
			this.events.over();
			return;
		}
		const retry = () => {
			this.stage.focus({ preventScroll: true }); // the button goes
			this.#views.get(page)?.awaits();
			this.#queue.retry(page);
		};
		this.#views.get(page)?.fail(whyFailed(error), retry);
		if (!(error instanceof AnswerError)) {
			this.events.reached(false);
		}
	}
}

/** Whether a page was given up because it took too long: it would again, so a reader decides. */
function tooSlow(error: unknown): boolean {
	return error instanceof AnswerError && error.status === 503 && error.sentence !== undefined;
}

/** Says why a page is not shown: in the server's words where it is for the page's own sake. */
function whyFailed(error: unknown): string {
	if (tooSlow(error)) {
		return strings.pageTooSlow;
	}
	const own = error instanceof AnswerError && error.status === 422 ? error.sentence : undefined;
	return own ?? strings.pageFailed;
}
