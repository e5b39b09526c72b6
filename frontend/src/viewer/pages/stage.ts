import type { SessionClient } from "../../api/session";
import { type Arrangement, scrollsVertically } from "../../core/layout/arrangement";
import type { Layout } from "../../core/layout/layout";
import type { ViewLocation } from "../../core/navigation/view-location";
import type { Point, View } from "../../core/layout/view";
import { Viewport } from "../../core/layout/viewport";
import { canReflow, type PageForm } from "../../core/session/settings";
import type { PageSizes, SizeRun } from "../../core/layout/page-sizes";
import type { Box, Target } from "../../core/text/page-text";
import type { Anchor, Zoom } from "../../core/layout/zoom";
import { oncePerFrame } from "../async/once-per-frame";
import { frameOf } from "./frame";
import { PageMounter } from "./page-mounter";
import { type LoadingLimits, pageLoading, Pages, type PagesEvents } from "./pages";
import { Scroller } from "./scroller";
import { StagePosition } from "./stage-position";

/** The events of the stage. */
export interface StageEvents extends PagesEvents {
	readonly onViewChange: (view: View) => void;
	readonly onScrollEnd: () => void;
}

/** The parts of a stage, which are its scrollable element and the canvas with the pages inside it, and its settings. */
export interface StageOptions {
	readonly element: HTMLElement;
	readonly canvas: HTMLElement;
	readonly client: SessionClient;
	readonly form: PageForm;
	readonly loading?: LoadingLimits;
	readonly events: StageEvents;
}

/**
 * The scrollable area with the pages. It keeps the scroll position and the pages in the DOM in sync with the viewport.
 */
export class Stage {
	readonly #element: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #form: PageForm;
	readonly #events: StageEvents;
	readonly pages: Pages;
	readonly #scroller: Scroller;
	readonly #viewport: Viewport;
	readonly #position: StagePosition;
	readonly #mounter: PageMounter;
	/** The number of the page that the server rendered; 1 after it was placed in the layout. */
	#renderedPage = 1;

	constructor({ element, canvas, client, form, loading = pageLoading, events }: StageOptions) {
		this.#element = element;
		this.#canvas = canvas;
		this.#form = form;
		this.#events = events;
		this.#viewport = new Viewport(form.text, frameOf(element));
		this.pages = new Pages(canvas, client, form, loading, events);
		this.#scroller = new Scroller(
			element,
			canvas,
			oncePerFrame(() => {
				this.#update();
			}),
			() => {
				this.#mounter.handleScrollEnd();
				this.#update();
				events.onScrollEnd();
			},
			() => this.#fitSize(),
		);
		this.#position = new StagePosition(this.#viewport, this.#scroller);
		this.#mounter = new PageMounter(this.pages, this.#viewport, this.#scroller, this.#position);
		new ResizeObserver(() => {
			this.#fitSize();
		}).observe(element);
	}

	/** Reports whether a node is the stage or inside it. */
	contains(node: Node): boolean {
		return this.#element.contains(node);
	}

	/** If the server has put a rendered page into the canvas, shows this element as one of the pages of the stage. */
	adopt(version: number): void {
		this.#renderedPage = this.pages.adopt(version) || 1;
	}

	/** Shows the pages of a document, or updates them. The reading position is kept. */
	show(runs: readonly SizeRun[], version: number): void {
		const anchor = this.#position.anchor;
		this.#viewport.frame = frameOf(this.#element);
		this.#viewport.setPages(runs);
		this.pages.setVersion(version);
		this.#layOutRenderedPage(anchor);
		this.#canvas.classList.add("laid-out");
	}

	/** Measures the heights of reflowed pages, and updates the layout with them. */
	measure(): void {
		const heights = () => [...this.pages.views].map(({ page, textHeight }) => [page, textHeight] as const);
		if (!this.isReflowed) {
			return;
		}
		if (this.#viewport.recordHeights(heights())) {
			this.#relayout(this.#position.anchor, this.#position.topMiddle);
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
		return this.#viewport.view(this.#position.page, this.#position.offset);
	}

	/** The current location, for returning to it later. */
	get location(): ViewLocation | undefined {
		const anchor = this.#position.anchor;
		const { page, zoom, quarters, reflowed } = this.view;
		const { arrangement } = this.#viewport; // the arrangement of the pages, even while reflowed text is shown
		return anchor && { anchor, page, zoom, arrangement, quarters, reflowed };
	}

	/** Restores a location. */
	restore({ anchor, page, zoom, arrangement, quarters, reflowed }: ViewLocation): void {
		this.#position.reading = undefined;
		this.#setForm(reflowed ?? this.isReflowed);
		this.#viewport.rotateTo(quarters);
		this.setInitialArrangement(arrangement);
		this.#viewport.setZoom(zoom, this.#viewport.clampPage(page));
		this.#relayout(undefined, this.#position.topMiddle);
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfAnchor(anchor, this.#position.topMiddle, target));
			this.#setCurrentPage(target);
		}
	}

	/**
	 * Sets the zoom, within the bounds of the current page. The point of the document under `target` keeps its place,
	 * unless its page would then no longer fill the window. Without `target`, the middle of the visible part of the
	 * current page keeps its place. With `source`, the point of the document under `source` moves to `target`.
	 */
	setZoom(zoom: Zoom, target?: Point, source = target): void {
		const scrollAnchor =
			source === undefined
				? this.#viewport.scrollAnchor(this.#position.page, this.#position.offset)
				: this.#position.zoomAnchorAt(source);
		const point = target ?? scrollAnchor?.point ?? this.#position.topMiddle;
		this.#viewport.setZoom(zoom, this.#position.page);
		this.#position.reading = undefined;
		this.#relayout(scrollAnchor?.anchor, point, scrollAnchor?.anchor.page);
		this.#position.setZoomAnchor(scrollAnchor && { ...scrollAnchor, point });
	}

	/** Sets the initial arrangement. */
	setInitialArrangement(arrangement: Arrangement): void {
		this.#viewport.setArrangement(arrangement);
		this.#canvas.classList.toggle("one-by-one", this.isReflowed || scrollsVertically(arrangement));
	}

	/** Changes the arrangement. Keeps the reading position if the arrangement can show it, otherwise only the page. */
	setArrangement(arrangement: Arrangement): void {
		this.#changeLayout(() => {
			this.setInitialArrangement(arrangement);
		});
	}

	/** Whether the pages are shown as reflowed text. */
	get isReflowed(): boolean {
		return this.#viewport.isReflowed;
	}

	/** Shows the pages as reflowed text if that is allowed, or in their own layout again. The current page stays. */
	setReflowed(reflowed: boolean): void {
		const { anchor, page } = this.#position;
		if (this.#setForm(reflowed)) {
			this.#relayout(anchor, this.#position.topMiddle, page);
		}
	}

	/**
	 * Sets whether the pages are shown as reflowed text, without laying the pages out. Reports whether the setting has
	 * changed.
	 */
	#setForm(reflowed: boolean): boolean {
		if (reflowed === this.isReflowed || !canReflow(this.#form)) {
			return false;
		}
		this.#viewport.isReflowed = reflowed;
		this.pages.setForm({ ...this.#form, text: reflowed });
		this.setInitialArrangement(this.#viewport.arrangement);
		return true;
	}

	/** Rotates all pages, but not reflowed text, by quarter turns to the right. The reading position is kept. */
	rotateBy(quarters: number): void {
		this.#changeLayout(() => {
			this.#viewport.rotateBy(quarters);
		});
	}

	/** Goes to the top of a page, or of the nearest page if the document has no page with this number. */
	goTo(page: number): void {
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(
				this.#viewport.positionOfPage(target, this.#position.page, this.#position.offset),
			);
			this.#setCurrentPage(target);
		}
	}

	/** Goes to the target of a link: a point of a page, or its top. */
	followLink(target: Target): void {
		const { page = 1 } = target;
		const position = this.#viewport.positionOfTarget(target, this.#position.page);
		if (position === undefined) {
			this.goTo(page);
			return;
		}
		this.#scroller.moveTo(position);
		this.#setCurrentPage(page);
	}

	/** Scrolls to a point of a page, given by fractions of its width and height, unless it is visible already. */
	reveal(page: number, x: number, y: number): void {
		const position = this.#viewport.positionRevealing(page, x, y, this.#position.offset);
		if (position !== undefined) {
			this.#scroller.moveTo(position);
			this.#setCurrentPage(page);
		}
	}

	/**
	 * Scrolls to boxes of a page (in points), or to the page if there are none. If the page is shown as reflowed text
	 * and its text is not loaded yet, the stage scrolls to the boxes once the text is loaded, unless the reader has
	 * scrolled meanwhile.
	 */
	revealBoxes(page: number, boxes: readonly Box[]): void {
		if (!this.isReflowed) {
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
		if (this.#position.requestedPage === page) {
			this.#position.setRequestedBoxes(boxes);
		}
	}

	/** Goes to the next (1) or previous (-1) row of pages. */
	step(direction: 1 | -1): void {
		const page = this.#position.page;
		if (page > 0) {
			const { first, last } = this.layout.row(page);
			this.goTo(direction > 0 ? last + 1 : this.layout.row(Math.max(first - 1, 1)).first);
		}
	}

	/** Goes to the start or end of the document. */
	goToEnd(end: "first" | "last"): void {
		if (this.#viewport.count > 0) {
			const { page, offset } = this.#position;
			this.#scroller.moveTo(this.#viewport.positionOfEnd(end, page, offset));
		}
	}

	/** Scrolls by fractions of the window's height, or of its width in a horizontal layout. */
	scrollScreens(screens: number): void {
		const { frame, layout } = this.#viewport;
		const [down, right] = layout.isHorizontal ? [0, frame.width] : [frame.height, 0];
		this.#scroller.moveBy(screens * down, screens * right);
	}

	/** Scrolls by pixels. */
	pan(right: number, down: number): void {
		this.#scroller.moveBy(down, right);
	}

	/** Whether the keys for left and right scroll within the current page, because it is wider than the window. */
	get pansSideways(): boolean {
		return this.#viewport.pansSideways(this.#position.page);
	}

	/** Changes the layout, and restores the reading position. */
	#changeLayout(change: () => void): void {
		const reading =
			this.#position.reading ?? this.#viewport.readingPosition(this.#position.page, this.#position.offset);
		change();
		this.#relayout(undefined, this.#position.topMiddle);
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
		this.#position.reading = reading;
	}

	/** Makes a page the current one until the reader scrolls. */
	#setCurrentPage(page: number, boxes?: readonly Box[]): void {
		this.#position.setRequestedPage(page, boxes);
		this.#update();
	}

	/** Keeps the target of the last navigation visible while pages before it change their height. */
	#keepRequestedVisible(): void {
		const { requestedPage, requestedBoxes } = this.#position;
		if (requestedPage !== undefined && requestedBoxes !== undefined) {
			this.revealBoxes(requestedPage, requestedBoxes);
		}
	}

	/** Lays out the pages, and keeps the page that the server rendered at its place in the window. */
	#layOutRenderedPage(anchor: Anchor | undefined): void {
		const page = this.#renderedPage;
		if (page === 1 || page > this.#viewport.count) {
			this.#relayout(anchor, this.#position.topMiddle);
			return;
		}
		this.#renderedPage = 1;
		const { width, gap } = this.#viewport.frame;
		this.#relayout({ page, x: 0.5, y: 0 }, { x: width / 2, y: gap }, page);
		this.#setCurrentPage(page);
	}

	/**
	 * Lays the pages out again, and scrolls so that the anchor is at the point `target` of the stage. The horizontal
	 * position is limited so that `visiblePage`, or else the current page, stays well visible. If `keepsStart` is set,
	 * the window stays at the start of the document.
	 */
	#relayout(
		anchor: Anchor | undefined,
		target: Point,
		visiblePage?: number,
		keepsStart = this.#position.isAtStart,
	): void {
		const page = this.#viewport.clampPage(this.#position.page);
		const { requestedPage, requestedBoxes, reading } = this.#position;
		this.#viewport.layOut(page);
		this.#scroller.resize(this.layout.width, this.layout.height);
		if (page > 0) {
			const alignedPage = this.#viewport.clampPage(visiblePage ?? page);
			this.#scroller.moveTo(this.#viewport.positionAfterLayout(anchor, target, alignedPage, keepsStart));
		}
		this.#position.setRequestedPage(undefined);
		this.#position.reading = reading;
		if (page === requestedPage && this.#viewport.isPageVisible(page, this.#position.offset)) {
			this.#setCurrentPage(page, requestedBoxes);
		} else {
			this.#update();
		}
		this.measure(); // the width of the text may have changed
	}

	/** If the size of the stage has changed, lays the pages out, and returns true. The visible location stays. */
	#fitSize(): boolean {
		const frame = frameOf(this.#element);
		const before = this.#viewport.frame;
		if (frame.width === before.width && frame.height === before.height) {
			return false;
		}
		const shown = this.#position.shownLocation;
		this.#viewport.frame = frame;
		this.#relayout(shown.anchor, this.#position.topMiddle, undefined, shown.wasAtStart);
		this.#position.shownLocation = shown;
		return true;
	}

	/** Updates the DOM for the current position. */
	#update(): void {
		this.#mounter.update();
		this.#events.onViewChange(this.view);
	}
}
