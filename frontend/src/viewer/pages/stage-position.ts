import type { ReadingPosition, ScrollAnchor } from "../../core/layout/scroll-anchor";
import type { Point, Position } from "../../core/layout/view";
import type { Viewport } from "../../core/layout/viewport";
import type { Anchor } from "../../core/layout/zoom";
import type { Box } from "../../core/text/page-text";
import type { Scroller } from "./scroller";

/** A value that is valid until the reader scrolls: `position` is the scroll position at which it was stored. */
interface Stored<T> {
	readonly value: T;
	readonly position: Position;
}

/** A page that was navigated to, and the boxes on it, if any. */
interface RequestedPage {
	readonly page: number;
	readonly boxes: readonly Box[] | undefined;
}

/** The visible location before the window's size changed. */
export interface ShownLocation {
	readonly anchor: Anchor | undefined;
	/** Whether the window was at the start of the document. */
	readonly wasAtStart: boolean;
}

/**
 * The scroll position of a stage, and what is derived from it: the current page, and locations that stay valid until
 * the reader scrolls.
 */
export class StagePosition {
	readonly #viewport: Viewport;
	readonly #scroller: Scroller;
	#requested: Stored<RequestedPage> | undefined;
	#reading: Stored<ReadingPosition> | undefined;
	#zoomAnchor: Stored<ScrollAnchor> | undefined;
	#shownLocation: Stored<ShownLocation> | undefined;

	constructor(viewport: Viewport, scroller: Scroller) {
		this.#viewport = viewport;
		this.#scroller = scroller;
	}

	/** The scroll offset in CSS pixels. */
	get offset(): Position {
		const { left, top } = this.#scroller;
		return { left, top };
	}

	/** The middle of the window's upper edge. */
	get topMiddle(): Point {
		return { x: this.#viewport.frame.width / 2, y: 0 };
	}

	/** The anchor of the middle of the window's upper edge. */
	get anchor(): Anchor | undefined {
		return (
			this.#valueIfUnmoved(this.#shownLocation)?.anchor ?? this.#viewport.anchor(this.offset, this.topMiddle)
		);
	}

	/** Whether the window is at the start of the document. */
	get isAtStart(): boolean {
		const { left, top } = this.offset;
		return this.#viewport.layout.isHorizontal ? left <= 0 && this.page <= 1 : top <= 0;
	}

	/**
	 * The current page: the page that was navigated to if nothing has scrolled since, otherwise the page in the middle
	 * of the window.
	 */
	get page(): number {
		const requested = this.#valueIfUnmoved(this.#requested);
		return requested === undefined
			? this.#viewport.currentPage(this.offset)
			: Math.min(requested.page, this.#viewport.count);
	}

	/** The page that was last navigated to. Unlike `page`, it stays the same when the reader scrolls. */
	get requestedPage(): number | undefined {
		return this.#requested?.value.page;
	}

	/** The boxes that were last navigated to, if nothing has scrolled since. */
	get requestedBoxes(): readonly Box[] | undefined {
		return this.#valueIfUnmoved(this.#requested)?.boxes;
	}

	/**
	 * Makes a page the current one until the reader scrolls. If `page` is undefined, the page in the middle of the
	 * window is the current one.
	 */
	setRequestedPage(page: number | undefined, boxes?: readonly Box[]): void {
		this.#requested = page === undefined ? undefined : this.#store({ page, boxes });
		if (page !== undefined) {
			this.#shownLocation = undefined;
		}
	}

	/** Adds boxes to the page that was last navigated to. */
	setRequestedBoxes(boxes: readonly Box[]): void {
		this.#requested &&= { ...this.#requested, value: { ...this.#requested.value, boxes } };
	}

	/** The reading position before the last change of the layout, if nothing has scrolled since. */
	get reading(): ReadingPosition | undefined {
		return this.#valueIfUnmoved(this.#reading);
	}

	set reading(reading: ReadingPosition | undefined) {
		this.#reading = reading && this.#store(reading);
	}

	/**
	 * The location that was visible before the last change of the window's size, if nothing has scrolled since. If a
	 * host resizes the viewer repeatedly, the same location is restored each time.
	 */
	get shownLocation(): ShownLocation {
		return this.#valueIfUnmoved(this.#shownLocation) ?? { anchor: this.anchor, wasAtStart: this.isAtStart };
	}

	set shownLocation(shown: ShownLocation) {
		this.#shownLocation = this.#store(shown);
	}

	/**
	 * Returns the fixed point for zooming at a point of the window. If the last zoom was at the same point, its fixed
	 * point is used again, even if another page is under the point now.
	 */
	zoomAnchorAt(windowPoint: Point): ScrollAnchor | undefined {
		const previous = this.#valueIfUnmoved(this.#zoomAnchor);
		const hasMovedSideways = Math.abs(this.offset.left - (this.#zoomAnchor?.position.left ?? 0)) >= 1;
		if (!hasMovedSideways && previous?.point.x === windowPoint.x && previous.point.y === windowPoint.y) {
			return previous;
		}
		const anchor = this.#viewport.anchor(this.offset, windowPoint);
		return anchor && { anchor, point: windowPoint };
	}

	/** Stores the fixed point of a zoom. */
	setZoomAnchor(scrollAnchor: ScrollAnchor | undefined): void {
		this.#zoomAnchor = scrollAnchor && this.#store(scrollAnchor);
	}

	#store<T>(value: T): Stored<T> {
		return { value, position: this.offset };
	}

	/** Returns a stored value if nothing has scrolled since. */
	#valueIfUnmoved<T>(stored: Stored<T> | undefined): T | undefined {
		if (stored === undefined) {
			return undefined;
		}
		const { left, top } = this.offset;
		const { position, value } = stored;
		const isUnmoved =
			Math.abs(top - position.top) < 1 &&
			(!this.#viewport.layout.isHorizontal || Math.abs(left - position.left) < 1);
		return isUnmoved ? value : undefined;
	}
}
