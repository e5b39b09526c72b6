import type { SessionClient } from "../../api/session";
import { type Arrangement, scrollsVertically } from "../../core/layout/arrangement";
import type { ReadingPosition, ScrollAnchor } from "../../core/layout/scroll-anchor";
import type { Layout } from "../../core/layout/layout";
import { ScrollVelocity } from "../../core/layout/scroll-velocity";
import type { ViewLocation } from "../../core/navigation/view-location";
import { type Point, type Position, type View, Viewport } from "../../core/layout/viewport";
import type { PageForm } from "../../core/session/settings";
import type { PageSizes, SizeRun } from "../../core/layout/page-sizes";
import type { Box, Target } from "../../core/text/page-text";
import { loadingOrder, pagesIn, withMargins } from "../../core/layout/visible-pages";
import type { Anchor, Zoom } from "../../core/layout/zoom";
import { frameOf } from "./frame";
import { type Loading, Pages, type PagesEvents } from "./pages";
import { Scroller } from "./scroller";

/** The events of the stage. */
export interface StageEvents extends PagesEvents {
	readonly onViewChange: (view: View) => void;
	/** Called when scrolling has ended. */
	readonly onScrollEnd: () => void;
}

/**
 * The scrollable area with the pages. It keeps the scroll position and the pages in the DOM in sync with the viewport.
 */
export class Stage {
	readonly #stage: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #form: PageForm;
	readonly #events: StageEvents;
	readonly pages: Pages;
	readonly #scroller: Scroller;
	readonly #viewport: Viewport;
	/**
	 * The page that was last navigated to, and the boxes on it, if any. It stays the current page until the position
	 * changes.
	 */
	#requestedPage: { page: number; position: Position; boxes: readonly Box[] | undefined } | undefined;
	/**
	 * The reading position before the last change of the layout, and the scroll position after it. It is valid until
	 * the reader scrolls.
	 */
	#savedReading: { reading: ReadingPosition; position: Position } | undefined;
	/**
	 * The fixed point of the last zoom. A further zoom under the same point of the window uses it again, even if
	 * another page is there now.
	 */
	#zoomAnchor: { scrollAnchor: ScrollAnchor; position: Position } | undefined;
	/**
	 * The visible location before the last change of the window's size; valid until the reader scrolls. A host may
	 * resize the viewer repeatedly, and each time the same location is restored.
	 */
	#shownLocation: { anchor: Anchor | undefined; start: boolean; position: Position } | undefined;
	#scheduled = false;
	readonly #velocity = new ScrollVelocity();
	/** The page that the server rendered, until it is placed in the layout. */
	#renderedPage = 1;

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
				events.onScrollEnd();
			},
			() => this.#fitSize(),
		);
		new ResizeObserver(() => {
			this.#fitSize();
		}).observe(stage);
	}

	/** Reports whether a node is in the stage, or is the stage. */
	contains(node: Node): boolean {
		return this.#stage.contains(node);
	}

	/** Adopts the page that the server rendered into the canvas, if any. */
	adopt(version: number): void {
		this.#renderedPage = this.pages.adopt(version) || 1;
	}

	/** Shows the pages of a document, or updates them. The reading position is kept. */
	show(runs: readonly SizeRun[], version: number): void {
		const anchor = this.#anchor();
		this.#viewport.frame = frameOf(this.#stage);
		this.#viewport.setPages(runs);
		this.pages.setVersion(version);
		this.#layOutRenderedPage(anchor);
		this.#canvas.classList.add("laid-out");
	}

	/** Updates the layout with the measured heights of reflowed pages. */
	measure(): void {
		const heights = () => [...this.pages.views].map(({ page, textHeight }) => [page, textHeight] as const);
		if (!this.#form.text) {
			return;
		}
		if (this.#viewport.recordHeights(heights())) {
			this.#relayout(this.#anchor(), this.#topMiddle);
		} else {
			this.#keepRequestedVisible();
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
	get location(): ViewLocation | undefined {
		const anchor = this.#anchor();
		const { page, zoom, arrangement, quarters } = this.view;
		return anchor && { anchor, page, zoom, arrangement, quarters };
	}

	/** Restores a location. */
	restore({ anchor, page, zoom, arrangement, quarters }: ViewLocation): void {
		this.#savedReading = undefined;
		this.#viewport.rotateTo(quarters);
		this.setInitialArrangement(arrangement);
		this.#viewport.setZoom(zoom, this.#viewport.clampPage(page));
		this.#relayout(undefined, this.#topMiddle);
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfAnchor(anchor, this.#topMiddle, target));
			this.#setCurrentPage(target);
		}
	}

	/**
	 * Sets the zoom; a factor is clamped to its bounds. The point of the document under `target` keeps its place,
	 * unless the page under it would then no longer fill the window. Without `target`, the middle of the visible part
	 * of the current page keeps its place. With `from`, the point of the document under `from` moves to `target`.
	 */
	setZoom(zoom: Zoom, target?: Point, from = target): void {
		const scrollAnchor =
			from === undefined
				? this.#viewport.scrollAnchor(this.#current(), this.#position)
				: this.#zoomAnchorAt(from);
		const point = target ?? scrollAnchor?.point ?? this.#topMiddle;
		this.#viewport.setZoom(zoom, this.#current());
		this.#savedReading = undefined;
		this.#relayout(scrollAnchor?.anchor, point, scrollAnchor?.anchor.page);
		this.#zoomAnchor = scrollAnchor && { scrollAnchor: { ...scrollAnchor, point }, position: this.#position };
	}

	/** Sets the initial arrangement. */
	setInitialArrangement(arrangement: Arrangement): void {
		this.#viewport.setArrangement(arrangement);
		this.#canvas.classList.toggle("one-by-one", scrollsVertically(arrangement));
	}

	/**
	 * Changes the arrangement. The reading position is kept; if the new arrangement cannot show it, only the page is
	 * kept.
	 */
	setArrangement(arrangement: Arrangement): void {
		this.#changeLayout(() => {
			this.setInitialArrangement(arrangement);
		});
	}

	/** Rotates all pages by quarter turns to the right. The reading position is kept. */
	rotateBy(quarters: number): void {
		this.#changeLayout(() => {
			this.#viewport.rotateTo((this.#viewport.quarters + quarters + 4) % 4);
		});
	}

	/** Goes to the top of a page, or of the nearest one. */
	goTo(page: number): void {
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfPage(target, this.#current(), this.#position));
			this.#setCurrentPage(target);
		}
	}

	/** Goes to the target of a link: a point of a page, or its top. */
	followLink(target: Target): void {
		const { page = 1 } = target;
		const position = this.#viewport.positionOfTarget(target, this.#current());
		if (position === undefined) {
			this.goTo(page);
			return;
		}
		this.#scroller.moveTo(position);
		this.#setCurrentPage(page);
	}

	/**
	 * Scrolls to a point of a page, given by fractions of its width and height. If the point is visible already,
	 * nothing happens.
	 */
	reveal(page: number, x: number, y: number): void {
		const position = this.#viewport.positionRevealing(page, x, y, this.#position);
		if (position !== undefined) {
			this.#scroller.moveTo(position);
			this.#setCurrentPage(page);
		}
	}

	/**
	 * Scrolls to boxes of a page (in points), or to the page if there are none. If the page is shown as reflowed text
	 * that is not loaded yet, it scrolls again when that is loaded, unless the reader has scrolled meanwhile.
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
		if (this.#requestedPage?.page === page) {
			this.#requestedPage.boxes = boxes;
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
		const desired = layout.across
			? { left: last ? layout.width : 0, top }
			: { left, top: last ? layout.height : 0 };
		this.#scroller.moveTo(this.#viewport.positionNear(last ? count : 1, this.#current(), desired));
	}

	/** Scrolls by fractions of the visible height. */
	scrollScreens(screens: number): void {
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

	/** Whether left and right scroll within the current page, which is then wider than the window. */
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

	/** Returns the anchor of the middle of the window's upper edge. */
	#anchor(): Anchor | undefined {
		return this.#unmovedLocation?.anchor ?? this.#viewport.anchor(this.#position, this.#topMiddle);
	}

	/** Whether the window is at the start of the document. */
	get #isAtStart(): boolean {
		const { left, top } = this.#position;
		return this.layout.across ? left <= 0 && this.#current() <= 1 : top <= 0;
	}

	get #unmovedLocation() {
		return this.#shownLocation !== undefined && this.#isUnmovedSince(this.#shownLocation.position)
			? this.#shownLocation
			: undefined;
	}

	/**
	 * Returns the current page: the page that was navigated to if nothing has scrolled since, otherwise the one in the
	 * middle.
	 */
	#current(): number {
		return this.#requestedPage !== undefined && this.#isUnmovedSince(this.#requestedPage.position)
			? Math.min(this.#requestedPage.page, this.#viewport.count)
			: this.#viewport.currentPage(this.#position);
	}

	/** The reading position before the last change of the layout, if nothing has scrolled since. */
	get #unmovedReading(): ReadingPosition | undefined {
		return this.#savedReading !== undefined && this.#isUnmovedSince(this.#savedReading.position)
			? this.#savedReading.reading
			: undefined;
	}

	/** Changes the layout, and restores the reading position. */
	#changeLayout(change: () => void): void {
		const reading = this.#unmovedReading ?? this.#viewport.readingPosition(this.#current(), this.#position);
		change();
		this.#relayout(undefined, this.#topMiddle);
		if (reading === undefined) {
			return;
		}
		const position = this.#viewport.positionOfReadingPosition(reading);
		if (position === undefined) {
			this.goTo(reading.page);
		} else {
			this.#scroller.moveTo(position);
			this.#setCurrentPage(reading.page);
		}
		this.#savedReading = { reading, position: this.#position };
	}

	/** Returns the fixed point of a zoom under a point of the window. */
	#zoomAnchorAt(from: Point): ScrollAnchor | undefined {
		const { scrollAnchor, position } = this.#zoomAnchor ?? {};
		const isStill =
			position !== undefined &&
			this.#isUnmovedSince(position) &&
			Math.abs(this.#position.left - position.left) < 1;
		if (isStill && scrollAnchor?.point.x === from.x && scrollAnchor.point.y === from.y) {
			return scrollAnchor;
		}
		const anchor = this.#viewport.anchor(this.#position, from);
		return anchor && { anchor, point: from };
	}

	#isUnmovedSince({ left, top }: Position): boolean {
		const current = this.#position;
		return Math.abs(top - current.top) < 1 && (!this.layout.across || Math.abs(left - current.left) < 1);
	}

	/** Makes a page the current one until the position changes. */
	#setCurrentPage(page: number, boxes?: readonly Box[]): void {
		this.#requestedPage = { page, position: this.#position, boxes };
		this.#shownLocation = undefined;
		this.#update();
	}

	/** Keeps the requested boxes visible while the pages before them change their size. */
	#keepRequestedVisible(): void {
		if (this.#requestedPage?.boxes !== undefined && this.#isUnmovedSince(this.#requestedPage.position)) {
			this.revealBoxes(this.#requestedPage.page, this.#requestedPage.boxes);
		}
	}

	/** Lays the pages out so that the page that the server rendered keeps its place. */
	#layOutRenderedPage(anchor: Anchor | undefined): void {
		const page = this.#renderedPage;
		if (page === 1 || page > this.#viewport.count) {
			this.#relayout(anchor, this.#topMiddle);
			return;
		}
		this.#renderedPage = 1;
		const { width, gap } = this.#viewport.frame;
		this.#relayout({ page, x: 0.5, y: 0 }, { x: width / 2, y: gap }, page);
		this.#setCurrentPage(page);
	}

	/**
	 * Lays the pages out again, and moves the anchor back to its point of the stage. It scrolls sideways only as far
	 * as the given page, or else the current one, remains well visible. If `start` is set, the window stays at the
	 * start of the document.
	 */
	#relayout(anchor: Anchor | undefined, target: Point, shown?: number, start = this.#isAtStart): void {
		const page = this.#viewport.clampPage(this.#current());
		const requested = page === this.#requestedPage?.page ? this.#requestedPage : undefined;
		const boxes = requested && this.#isUnmovedSince(requested.position) ? requested.boxes : undefined;
		const reading = this.#unmovedReading;
		this.#viewport.layOut(page);
		this.#scroller.resize(this.layout.width, this.layout.height);
		if (page > 0) {
			this.#moveAnchor(anchor, target, this.#viewport.clampPage(shown ?? page), start);
		}
		this.#requestedPage = undefined;
		this.#savedReading = reading && { reading, position: this.#position };
		if (requested !== undefined && this.#viewport.isPageVisible(page, this.#position)) {
			this.#setCurrentPage(page, boxes);
		} else {
			this.#update();
		}
		this.measure(); // the width of the text may have changed
	}

	/**
	 * Moves an anchor back to a point of the stage. If `start` is set and the point is at the upper edge, the window
	 * goes to the start of the document instead.
	 */
	#moveAnchor(anchor: Anchor | undefined, target: Point, page: number, start: boolean): void {
		const position =
			anchor === undefined
				? this.#viewport.alignedPosition(page, { left: 0, top: 0 })
				: this.#viewport.positionOfAnchor(anchor, target, page);
		const staysAtStart = start && target.y === 0;
		this.#scroller.moveTo(
			staysAtStart ? { ...position, [this.layout.across ? "left" : "top"]: 0 } : position,
		);
	}

	/**
	 * Lays the pages out if the size of the stage has changed, and returns whether it has. The visible location stays.
	 */
	#fitSize(): boolean {
		const frame = frameOf(this.#stage);
		const before = this.#viewport.frame;
		if (frame.width === before.width && frame.height === before.height) {
			return false;
		}
		const shown = this.#unmovedLocation ?? { anchor: this.#anchor(), start: this.#isAtStart };
		this.#viewport.frame = frame;
		this.#relayout(shown.anchor, this.#topMiddle, undefined, shown.start);
		this.#shownLocation = { ...shown, position: this.#position };
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
		const [offset, length] = layout.across ? [area.left, area.width] : [area.top, area.height];
		const margins = this.#velocity.margins(offset, length, performance.now());
		const mounted = pagesIn(layout, withMargins(layout, area, margins));
		const order = loadingOrder(mounted, pagesIn(layout, area), this.view.page);
		const placement = { shift: this.#scroller.shift, scale, quarters };
		this.pages.show(mounted, order, layout, placement, this.#velocity.fast);
		this.#events.onViewChange(this.view);
	}
}
