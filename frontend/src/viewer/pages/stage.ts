import type { SessionClient } from "../../api/session";
import { type Arrangement, runsDown } from "../../core/layout/arrangement";
import type { ScrollAnchor, ReadingPosition } from "../../core/layout/scroll-anchor";
import type { Layout } from "../../core/layout/layout";
import { ScrollVelocity } from "../../core/layout/scroll-velocity";
import type { ViewLocation } from "../../core/navigation/view-location";
import { type Point, type Position, Viewport, type View } from "../../core/layout/viewport";
import type { PageForm } from "../../core/session/settings";
import type { PageSizes, SizeRun } from "../../core/layout/page-sizes";
import type { Box, Target } from "../../core/text/page-text";
import { loadingOrder, pagesIn, widened } from "../../core/layout/visible-pages";
import type { Anchor, Zoom } from "../../core/layout/zoom";
import { frameOf } from "./frame";
import { type Loading, Pages, type PagesEvents } from "./pages";
import { Scroller } from "./scroller";

/** The events of the stage. */
export interface StageEvents extends PagesEvents {
	readonly changed: (view: View) => void;
	/** Called when scrolling has ended. */
	readonly rested: () => void;
}

/**
 * The scrollable area with the pages. It keeps the scroll position and the pages in the DOM in step with the viewport.
 */
export class Stage {
	readonly #stage: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #form: PageForm;
	readonly #events: StageEvents;
	readonly pages: Pages;
	readonly #scroller: Scroller;
	readonly #viewport: Viewport;
	/** The requested page and boxes on it, if any. The page stays current until the position changes. */
	#asked: { page: number; at: Position; boxes: readonly Box[] | undefined } | undefined;
	/** The reading position before a change of the layout. It is valid until the reader scrolls. */
	#read: { what: ReadingPosition; at: Position } | undefined;
	/** The fixed point of the last zoom. It stays under the same point even if other pages get there. */
	#zoomed: { hold: ScrollAnchor; at: Position } | undefined;
	/**
	 * The visible location before the last change of the window's size, if nothing moved since. A host may repeatedly
	 * resize the viewer.
	 */
	#shown: { anchor: Anchor | undefined; start: boolean; at: Position } | undefined;
	#scheduled = false;
	readonly #velocity = new ScrollVelocity();
	/** The page that the server rendered, until it is placed. */
	#adopted = 1;

	constructor(
		stage: HTMLElement,
		canvas: HTMLElement,
		client: SessionClient,
		form: PageForm,
		loading: Loading,
		events: StageEvents,
	) {
		this.#stage = stage;
		this.#canvas = canvas;
		this.#form = form;
		this.#events = events;
		this.#viewport = new Viewport(form.text, frameOf(stage));
		this.pages = new Pages(canvas, client, form, loading, events);
		this.#scroller = new Scroller(
			stage,
			canvas,
			() => {
				this.#schedule();
			},
			() => {
				this.#velocity.stop();
				this.#update();
				events.rested();
			},
			() => this.#fit(),
		);
		new ResizeObserver(() => {
			this.#fit();
		}).observe(stage);
	}

	/** Reports whether a node is in the stage, or is the stage. */
	holds(node: Node): boolean {
		return this.#stage.contains(node);
	}

	/** Takes over the page that the server rendered into the canvas, if any. */
	adopt(version: number): void {
		this.#adopted = this.pages.adopt(version) || 1;
	}

	/** Shows the pages of a document, or updates them. The reading position is kept. */
	show(runs: readonly SizeRun[], version: number): void {
		const anchor = this.#anchor();
		this.#viewport.frame = frameOf(this.#stage);
		this.#viewport.setPages(runs);
		this.pages.renew(version);
		this.#place(anchor);
		this.#canvas.classList.add("laid-out");
	}

	/** Updates the layout to the actual heights of reflowed pages. */
	measure(): void {
		const heights = () => [...this.pages.views].map(({ page, textHeight }) => [page, textHeight] as const);
		if (!this.#form.text) {
			return;
		}
		if (this.#viewport.noteHeights(heights())) {
			this.#relayout(this.#anchor(), this.#topMiddle);
		} else {
			this.#keepInSight();
		}
	}

	/** Removes all pages. */
	clear(): void {
		this.show([], 0);
		this.pages.clear();
	}

	/** The original sizes of the pages. */
	get sizes(): PageSizes {
		return this.#viewport.sizes;
	}

	/** The current layout. */
	get layout(): Layout {
		return this.#viewport.layout;
	}

	get view(): View {
		return this.#viewport.view(this.#current(), this.#position);
	}

	/** The current location, for returning to it later. */
	get place(): ViewLocation | undefined {
		const anchor = this.#anchor();
		const { page, zoom, arrangement, quarters } = this.view;
		return anchor && { anchor, page, zoom, arrangement, quarters };
	}

	/** Restores a location. */
	return({ anchor, page, zoom, arrangement, quarters }: ViewLocation): void {
		this.#read = undefined;
		this.#viewport.turnTo(quarters);
		this.begin(arrangement);
		this.#viewport.setZoom(zoom, this.#viewport.clampPage(page));
		this.#relayout(undefined, this.#topMiddle);
		const read = this.#viewport.clampPage(page);
		if (read > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfAnchor(anchor, this.#topMiddle, read));
			this.#ask(read);
		}
	}

	/**
	 * Sets the zoom; a factor is clamped to its bounds. The point of the document under `at` keeps its place as far as
	 * the page under it still fills the window. Without `at`, the current page and the middle of its visible part stay.
	 * With `from`, the point under `from` moves to `at`.
	 */
	setZoom(zoom: Zoom, at?: Point, from = at): void {
		const hold =
			from === undefined ? this.#viewport.scrollAnchor(this.#current(), this.#position) : this.#held(from);
		const point = at ?? hold?.at ?? this.#topMiddle;
		this.#viewport.setZoom(zoom, this.#current());
		this.#read = undefined;
		this.#relayout(hold?.anchor, point, hold?.anchor.page);
		this.#zoomed = hold && { hold: { ...hold, at: point }, at: this.#position };
	}

	/** Sets the initial arrangement. */
	begin(arrangement: Arrangement): void {
		this.#viewport.arrange(arrangement);
		this.#canvas.classList.toggle("one-by-one", runsDown(arrangement));
	}

	/** Changes the arrangement. The reading position is kept, or the page if no part of it can be shown alone. */
	arrange(arrangement: Arrangement): void {
		this.#lieOtherwise(() => {
			this.begin(arrangement);
		});
	}

	/** Rotates all pages by quarter turns to the right. The reading position is kept. */
	turnBy(quarters: number): void {
		this.#lieOtherwise(() => {
			this.#viewport.turnTo((this.#viewport.quarters + quarters + 4) % 4);
		});
	}

	/** Goes to the top of a page, or of the nearest one. */
	goTo(page: number): void {
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfPage(target, this.#current(), this.#position));
			this.#ask(target);
		}
	}

	/** Goes to the target of a link: a point of a page, or its top. */
	follow(target: Target): void {
		const { page = 1 } = target;
		const position = this.#viewport.positionOfTarget(target, this.#current());
		if (position === undefined) {
			this.goTo(page);
			return;
		}
		this.#scroller.moveTo(position);
		this.#ask(page);
	}

	/** Scrolls to a part of a page, given by fractions of its width and height. If it is visible, nothing moves. */
	reveal(page: number, x: number, y: number): void {
		const position = this.#viewport.positionRevealing(page, x, y, this.#position);
		if (position !== undefined) {
			this.#scroller.moveTo(position);
			this.#ask(page);
		}
	}

	/**
	 * Scrolls to boxes of a page (in points), or to the page if there are none. If their place in the reflowed text is
	 * known only after that is loaded, it scrolls again then, unless the reader has moved.
	 */
	revealBoxes(page: number, boxes: readonly Box[]): void {
		if (!this.#form.text) {
			const { width, height } = this.sizes.size(page);
			const [x0, y0, x1, y1] = boxes[0] ?? [0, 0, width, height];
			this.reveal(page, (x0 + x1) / 2 / width, (y0 + y1) / 2 / height);
			return;
		}
		const point = this.pages.view(page)?.textPoint(boxes);
		if (point === undefined) {
			this.goTo(page);
		} else {
			this.reveal(page, point.x, point.y);
		}
		if (this.#asked?.page === page) {
			this.#asked.boxes = boxes;
		}
	}

	/** Goes to the next (1) or previous (-1) row of pages. */
	step(direction: 1 | -1): void {
		const page = this.#current();
		if (page > 0) {
			const { first, last } = this.layout.row(page);
			this.goTo(direction > 0 ? last + 1 : this.layout.row(Math.max(first - 1, 1)).first);
		}
	}

	/** Goes to the start or end of the document. */
	goToEnd(end: "first" | "last"): void {
		const { count, layout } = this.#viewport;
		if (count === 0) {
			return;
		}
		const { left, top } = this.#position;
		const last = end === "last";
		const wish = layout.across
			? { left: last ? layout.width : 0, top }
			: { left, top: last ? layout.height : 0 };
		this.#scroller.moveTo(this.#viewport.positionNear(last ? count : 1, this.#current(), wish));
	}

	/** Scrolls by fractions of the visible height. */
	turn(screens: number): void {
		const { frame, layout } = this.#viewport;
		if (layout.across) {
			this.#scroller.moveBy(0, screens * frame.width);
		} else {
			this.#scroller.moveBy(screens * frame.height);
		}
	}

	/** Scrolls by pixels. */
	pan(right: number, down: number): void {
		this.#scroller.moveBy(down, right);
	}

	/** Selects the pages, without the controls. */
	selectAll(): void {
		document.getSelection()?.selectAllChildren(this.#canvas);
	}

	/** Whether left and right scroll within the current page, because it is wider than the window. */
	get pansSideways(): boolean {
		return this.#viewport.pansSideways(this.#current());
	}

	get #position(): Position {
		const { left, top } = this.#scroller;
		return { left, top };
	}

	get #topMiddle(): Point {
		return { x: this.#viewport.frame.width / 2, y: 0 };
	}

	/** Returns the document's point at the middle of the window's upper edge. */
	#anchor(): Anchor | undefined {
		return this.#stillShown?.anchor ?? this.#viewport.anchor(this.#position, this.#topMiddle);
	}

	/** Whether the window is at the start of the document. */
	get #isAtStart(): boolean {
		const { left, top } = this.#position;
		return this.layout.across ? left <= 0 && this.#current() <= 1 : top <= 0;
	}

	get #stillShown() {
		return this.#shown !== undefined && this.#isAt(this.#shown.at) ? this.#shown : undefined;
	}

	/** Returns the current page: the requested one if nothing moved since, otherwise the one in the middle. */
	#current(): number {
		return this.#asked !== undefined && this.#isAt(this.#asked.at)
			? Math.min(this.#asked.page, this.#viewport.count)
			: this.#viewport.currentPage(this.#position);
	}

	/** The reading position before the last change of the layout, if nothing moved since. */
	get #stillRead(): ReadingPosition | undefined {
		return this.#read !== undefined && this.#isAt(this.#read.at) ? this.#read.what : undefined;
	}

	/** Changes the layout, and restores the reading position. */
	#lieOtherwise(change: () => void): void {
		const what = this.#stillRead ?? this.#viewport.readingPosition(this.#current(), this.#position);
		change();
		this.#relayout(undefined, this.#topMiddle);
		if (what === undefined) {
			return;
		}
		const position = this.#viewport.positionOfReading(what);
		if (position === undefined) {
			this.goTo(what.page);
		} else {
			this.#scroller.moveTo(position);
			this.#ask(what.page);
		}
		this.#read = { what, at: this.#position };
	}

	/** Returns the fixed point of a zoom under a point of the window. */
	#held(from: Point): ScrollAnchor | undefined {
		const { hold, at } = this.#zoomed ?? {};
		const isStill = at !== undefined && this.#isAt(at) && Math.abs(this.#position.left - at.left) < 1;
		if (isStill && hold?.at.x === from.x && hold.at.y === from.y) {
			return hold;
		}
		const anchor = this.#viewport.anchor(this.#position, from);
		return anchor && { anchor, at: from };
	}

	#isAt({ left, top }: Position): boolean {
		const own = this.#position;
		return Math.abs(top - own.top) < 1 && (!this.layout.across || Math.abs(left - own.left) < 1);
	}

	/** Makes a page the current one until the reader scrolls. */
	#ask(page: number, boxes?: readonly Box[]): void {
		this.#asked = { page, at: this.#position, boxes };
		this.#shown = undefined;
		this.#update();
	}

	/** Keeps the requested boxes visible while the pages around them change their size. */
	#keepInSight(): void {
		if (this.#asked?.boxes !== undefined && this.#isAt(this.#asked.at)) {
			this.revealBoxes(this.#asked.page, this.#asked.boxes);
		}
	}

	/** Lays the pages out, with the page that the server rendered at its previous place. */
	#place(anchor: Anchor | undefined): void {
		const page = this.#adopted;
		if (page === 1 || page > this.#viewport.count) {
			this.#relayout(anchor, this.#topMiddle);
			return;
		}
		this.#adopted = 1;
		const { width, gap } = this.#viewport.frame;
		this.#relayout({ page, x: 0.5, y: 0 }, { x: width / 2, y: gap }, page);
		this.#ask(page);
	}

	/**
	 * Lays the pages out again, and moves the anchor back to its point of the stage. Sideways it moves only as far as
	 * the given page, or the current one, is well visible. At the start of the document, the position stays at the
	 * start.
	 */
	#relayout(anchor: Anchor | undefined, at: Point, shown?: number, start = this.#isAtStart): void {
		const page = this.#viewport.clampPage(this.#current());
		const asked = page === this.#asked?.page ? this.#asked : undefined;
		const boxes = asked && this.#isAt(asked.at) ? asked.boxes : undefined;
		const read = this.#stillRead;
		this.#viewport.layOut(page);
		this.#scroller.resize(this.layout.width, this.layout.height);
		if (page > 0) {
			this.#settle(anchor, at, this.#viewport.clampPage(shown ?? page), start);
		}
		this.#asked = undefined;
		this.#read = read && { what: read, at: this.#position };
		if (asked !== undefined && this.#viewport.shows(page, this.#position)) {
			this.#ask(page, boxes);
		} else {
			this.#update();
		}
		this.measure(); // the width may be another
	}

	/** Moves an anchor back to a point of the stage. If the window was at the start of the document, it stays there. */
	#settle(anchor: Anchor | undefined, at: Point, page: number, start: boolean): void {
		const position =
			anchor === undefined
				? this.#viewport.alignedPosition(page, { left: 0, top: 0 })
				: this.#viewport.positionOfAnchor(anchor, at, page);
		const stays = start && at.y === 0;
		this.#scroller.moveTo(stays ? { ...position, [this.layout.across ? "left" : "top"]: 0 } : position);
	}

	/**
	 * Lays the pages out for the size of the stage, and returns whether that has changed. The visible location stays.
	 */
	#fit(): boolean {
		const frame = frameOf(this.#stage);
		const before = this.#viewport.frame;
		if (frame.width === before.width && frame.height === before.height) {
			return false;
		}
		const shown = this.#stillShown ?? { anchor: this.#anchor(), start: this.#isAtStart };
		this.#viewport.frame = frame;
		this.#relayout(shown.anchor, this.#topMiddle, undefined, shown.start);
		this.#shown = { ...shown, at: this.#position };
		return true;
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

	/** Updates the DOM for the current position. */
	#update(): void {
		const { layout, scale, quarters } = this.#viewport;
		const area = this.#viewport.visibleArea(this.#position);
		const [at, length] = layout.across ? [area.left, area.width] : [area.top, area.height];
		const margins = this.#velocity.margins(at, length, performance.now());
		const mounted = pagesIn(layout, widened(layout, area, margins));
		const order = loadingOrder(mounted, pagesIn(layout, area), this.view.page);
		const placing = { shift: this.#scroller.shift, scale, quarters };
		this.pages.show(mounted, order, layout, placing, this.#velocity.fast);
		this.#events.changed(this.view);
	}
}
