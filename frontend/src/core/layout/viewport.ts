import { type Arrangement, fittedSizes, layoutOf, scaleOf } from "./arrangement";
import {
	reachedPart,
	type ReadingPosition,
	restoredAnchor,
	rotatedPoint,
	type ScrollAnchor,
	scrollAnchorOf,
} from "./scroll-anchor";
import { type Frame, type Layout, type Rect, rowRect } from "./layout";
import { alignedLeft, alignedTop, fitsWidth, leftAfterPageChange } from "./horizontal-scroll";
import { PageSizes, type SizeRun } from "./page-sizes";
import { TextHeights } from "./text-heights";
import type { Target } from "../text/page-text";
import type { Point, Position, View } from "./view";
import { currentPage } from "./visible-pages";
import {
	actualSize,
	type Anchor,
	anchorAt,
	clampZoom,
	pointOf,
	type Zoom,
	type ZoomBounds,
	zoomBounds,
} from "./zoom";

/** The page size that is assumed if there is no page. */
const defaultSize = { width: 595, height: 842 };

/** The width of a column of reflowed text in CSS pixels, if there is room: 60 to 75 letters per line. */
const reflowWidth = 720;

/** The minimum distance in pixels between revealed content and the window's edges. */
const revealMargin = 80;

/** The layout of a document's pages for a window of a given size, and the scroll positions that show parts of it. */
export class Viewport {
	#isReflowed: boolean;
	/** The original page sizes, and the sizes after rotation or reflow. */
	#original = new PageSizes([]);
	#sizes = this.#original;
	#arrangement: Arrangement = "normal";
	#quarters = 0;
	/** The zoom of each arrangement that has been used, and of reflowed text. */
	readonly #zooms = new Map<Arrangement | "reflowed", Zoom>();
	readonly #heights = new TextHeights();
	#scale = actualSize;
	#layout: Layout;

	/** `isReflowed` is true for pages of reflowed text, whose height depends on the width of the window. */
	constructor(
		isReflowed: boolean,
		public frame: Frame,
	) {
		this.#isReflowed = isReflowed;
		this.#layout = layoutOf(this.#shownArrangement, this.#sizes, this.#scale, frame);
	}

	/** Whether the pages are shown as reflowed text. */
	get isReflowed(): boolean {
		return this.#isReflowed;
	}

	/**
	 * Shows the pages as reflowed text, or in their own layout again. The change takes effect with the next `layOut`.
	 */
	set isReflowed(isReflowed: boolean) {
		this.#isReflowed = isReflowed;
		this.rotateTo(this.#quarters);
	}

	/** The arrangement in use: reflowed text has only one. */
	get #shownArrangement(): Arrangement {
		return this.#isReflowed ? "normal" : this.#arrangement;
	}

	get layout(): Layout {
		return this.#layout;
	}

	/** The original sizes of the pages. */
	get sizes(): PageSizes {
		return this.#original;
	}

	get count(): number {
		return this.#sizes.count;
	}

	/**
	 * Returns the scale of a page in CSS pixels per point. If the zoom fits pages to the window, the scale depends on
	 * the size of each page.
	 */
	scaleOf(page: number): number {
		return this.#isReflowed || page === 0
			? this.#scale
			: this.#layout.rect(page).width / this.#sizes.size(page).width;
	}

	get arrangement(): Arrangement {
		return this.#arrangement;
	}

	/** The number of quarter turns to the right by which the pages are rotated. */
	get quarters(): number {
		return this.#quarters;
	}

	get zoom(): Zoom {
		return this.#zooms.get(this.#zoomKey) ?? "auto";
	}

	get #zoomKey(): Arrangement | "reflowed" {
		return this.#isReflowed ? "reflowed" : this.#arrangement;
	}

	/**
	 * Sets the sizes of the pages. The new sizes take effect with the next `layOut`, as do the values set by the
	 * methods below.
	 */
	setPages(runs: readonly SizeRun[]): void {
		this.#original = new PageSizes(runs);
		this.rotateTo(this.#quarters);
	}

	rotateTo(quarters: number): void {
		this.#quarters = quarters;
		this.#sizes = this.#original.rotated(quarters);
	}

	/** Rotates by quarter turns to the right. Reflowed text does not rotate. */
	rotateBy(quarters: number): void {
		this.rotateTo(this.#isReflowed ? this.#quarters : (this.#quarters + quarters + 4) % 4);
	}

	setArrangement(arrangement: Arrangement): void {
		this.#arrangement = arrangement;
	}

	/** Sets the zoom of the current arrangement. A factor is clamped to the bounds of a page. */
	setZoom(zoom: Zoom, page: number): void {
		this.#zooms.set(this.#zoomKey, typeof zoom === "number" ? clampZoom(zoom, this.#zoomBounds(page)) : zoom);
	}

	/** Records the heights of pages of reflowed text in CSS pixels, and reports whether one has changed. */
	recordHeights(heights: Iterable<readonly [page: number, height: number]>): boolean {
		return (
			[...heights].filter(([page, height]) => height > 0 && this.#heights.recordHeight(page, height)).length >
			0
		);
	}

	/**
	 * Lays out all pages. A zoom that fits pages to the window is computed from the size of `page`; with 0, the scale
	 * stays.
	 */
	layOut(page: number): void {
		if (this.#isReflowed) {
			this.#setReflowedSizes();
		}
		if (page > 0) {
			const size = this.#sizes.size(Math.min(page, this.count));
			this.#scale = scaleOf(this.#shownArrangement, this.zoom, size, this.frame);
		}
		const sizes = this.#isReflowed
			? this.#sizes
			: fittedSizes(this.#arrangement, this.zoom, this.#sizes, this.#scale, this.frame);
		this.#layout = layoutOf(this.#shownArrangement, sizes, this.#scale, this.frame);
	}

	/** Returns the part of the layout that is visible at a scroll position. */
	visibleArea({ left, top }: Position): Rect {
		return { left, top, width: this.frame.width, height: this.frame.height };
	}

	/** Returns the page in the middle of the window at a scroll position. */
	currentPage(position: Position): number {
		return currentPage(this.#layout, this.visibleArea(position));
	}

	/** Returns the nearest page of the document, or 0 if the document has no pages. */
	clampPage(page: number): number {
		return Math.min(Math.max(page, 1), this.count);
	}

	/** Returns what the window shows at a scroll position, with `page` as the current page. */
	view(page: number, position: Position): View {
		return {
			page,
			reached: reachedPart(this.#layout, page, this.visibleArea(position), this.#original),
			lastInRow: page > 0 ? this.#layout.row(page).last : 0,
			count: this.count,
			arrangement: this.#shownArrangement,
			reflowed: this.#isReflowed,
			...this.#scrollEnds(position),
			quarters: this.#quarters,
			zoom: this.zoom,
			factor: this.scaleOf(page) / actualSize,
			bounds: this.#zoomBounds(page),
		};
	}

	/** Reports whether a page is wider than the window, so that the keys for left and right scroll within the page. */
	pansSideways(page: number): boolean {
		return page > 0 && !this.#layout.isHorizontal && !fitsWidth(rowRect(this.#layout, page), this.frame);
	}

	/** Returns the point of the document under a point of the window. */
	anchor({ left, top }: Position, windowPoint: Point): Anchor | undefined {
		return anchorAt(this.#layout, left + windowPoint.x, top + windowPoint.y);
	}

	/**
	 * Returns the point that keeps its place while the zoom changes, so that `page` stays visible; undefined without
	 * pages.
	 */
	scrollAnchor(page: number, position: Position): ScrollAnchor | undefined {
		return page > 0
			? scrollAnchorOf(this.#layout, page, this.visibleArea(position), this.frame.gap)
			: undefined;
	}

	/**
	 * Converts a scroll position, at which the page is visible, into a reading position, which stays valid when the
	 * layout changes. `positionOfReadingPosition` converts it back.
	 */
	readingPosition(page: number, position: Position): ReadingPosition | undefined {
		const scrollAnchor = this.scrollAnchor(page, position);
		return (
			scrollAnchor && {
				page,
				arrangement: this.#arrangement,
				quarters: this.#quarters,
				scrollAnchor,
				pageTop: this.#layout.rect(page).top - position.top,
			}
		);
	}

	/** Returns the scroll position that restores a reading position; undefined if only its page can be restored. */
	positionOfReadingPosition(reading: ReadingPosition): Position | undefined {
		const scrollAnchor = restoredAnchor(reading, this.#arrangement, this.#quarters);
		return scrollAnchor && this.positionOfAnchor(scrollAnchor.anchor, scrollAnchor.point, reading.page);
	}

	/** Reports whether any part of a page is visible at a scroll position. */
	isPageVisible(page: number, position: Position): boolean {
		const rect = this.#layout.rect(page);
		const { left, top, width, height } = this.visibleArea(position);
		return (
			rect.left < left + width &&
			rect.left + rect.width > left &&
			rect.top < top + height &&
			rect.top + rect.height > top
		);
	}

	/** Returns the scroll position that places an anchor at a point of the window, aligned with `page`. */
	positionOfAnchor(anchor: Anchor, windowPoint: Point, page: number): Position {
		const point = pointOf(this.#layout, anchor);
		return this.alignedPosition(page, { left: point.x - windowPoint.x, top: point.y - windowPoint.y });
	}

	/**
	 * Returns the scroll position after a change of the layout, aligned with `page`: `anchor`, if any, appears at
	 * `windowPoint`. If the window was at the start of the document (`wasAtStart`) and `windowPoint` is on the window's
	 * upper edge, the window stays at the start.
	 */
	positionAfterLayout(
		anchor: Anchor | undefined,
		windowPoint: Point,
		page: number,
		wasAtStart: boolean,
	): Position {
		const position =
			anchor === undefined
				? this.alignedPosition(page, { left: 0, top: 0 })
				: this.positionOfAnchor(anchor, windowPoint, page);
		const staysAtStart = wasAtStart && windowPoint.y === 0;
		return staysAtStart ? { ...position, [this.#layout.isHorizontal ? "left" : "top"]: 0 } : position;
	}

	/**
	 * Returns a scroll position aligned with a page. Only the coordinate across the scroll direction changes: a page
	 * that fits is centered.
	 */
	alignedPosition(page: number, { left, top }: Position): Position {
		return this.#layout.isHorizontal
			? { left, top: alignedTop(this.#layout.rect(page), this.frame, top) }
			: { left: alignedLeft(rowRect(this.#layout, page), this.frame, left), top };
	}

	/**
	 * Returns the scroll position that shows the start of a page. `previousPage` and `{ left, top }` are the page and
	 * the scroll position from which the reader comes.
	 */
	positionOfPage(page: number, previousPage: number, { left, top }: Position): Position {
		const rect = this.#layout.rect(page);
		return this.#layout.isHorizontal
			? this.positionNear(page, previousPage, {
					left: rect.left + rect.width / 2 - this.frame.width / 2,
					top,
				})
			: this.positionNear(page, previousPage, {
					left,
					top: rowRect(this.#layout, page).top - this.frame.gap,
				});
	}

	/**
	 * Returns the scroll position of the start or the end of the document. `previousPage` and `{ left, top }` are the
	 * page and the scroll position from which the reader comes.
	 */
	positionOfEnd(end: "first" | "last", previousPage: number, { left, top }: Position): Position {
		const { isHorizontal, width, height } = this.#layout;
		const last = end === "last";
		const desired = isHorizontal ? { left: last ? width : 0, top } : { left, top: last ? height : 0 };
		return this.positionNear(last ? this.count : 1, previousPage, desired);
	}

	/**
	 * Returns the given scroll position aligned with `page`. `previousPage` is the page from which the reader comes.
	 * Only the coordinate across the scroll direction changes.
	 */
	positionNear(page: number, previousPage: number, { left, top }: Position): Position {
		return this.#layout.isHorizontal
			? this.alignedPosition(page, { left, top })
			: { left: leftAfterPageChange(this.#layout, this.frame, { previousPage, page, left }), top };
	}

	/** Returns the scroll position of a link's target; undefined if the target is only a page. */
	positionOfTarget({ page = 1, left = 0, top }: Target, previousPage: number): Position | undefined {
		if (this.clampPage(page) !== page || top === undefined) {
			return undefined;
		}
		const size = this.#original.size(page);
		const point = this.#rotatedPosition(page, left / size.width, top / size.height);
		return this.positionNear(page, previousPage, {
			left: point.x - this.frame.gutter,
			top: point.y - this.frame.gap,
		});
	}

	/**
	 * Returns the scroll position that makes a point of a page visible; undefined if the point is visible already. `x`
	 * and `y` are from 0 to 1.
	 */
	positionRevealing(page: number, x: number, y: number, { left, top }: Position): Position | undefined {
		const { width, height } = this.frame;
		const point = this.#rotatedPosition(page, x, y);
		const isVisibleX = isWithin(point.x - left, width);
		const isVisibleY = isWithin(point.y - top, height);
		if (isVisibleX && isVisibleY) {
			return undefined;
		}
		const rect = this.#layout.rect(page);
		return {
			left: isVisibleX ? left : alignedLeft(rect, this.frame, point.x - width / 2),
			top: isVisibleY ? top : point.y - height / 3,
		};
	}

	/** Sets the sizes of pages of reflowed text at the current zoom. */
	#setReflowedSizes(): void {
		const factor = typeof this.zoom === "number" ? this.zoom : 1;
		const width = Math.max(Math.min(reflowWidth * factor, this.frame.width - 2 * this.frame.gutter), 1);
		this.#heights.setLayout(width, factor);
		this.#sizes = new PageSizes(this.#heights.runs(this.#original.count, width, factor * actualSize));
	}

	#zoomBounds(page: number): ZoomBounds {
		const size = page > 0 ? this.#sizes.size(page) : defaultSize;
		const scale = (zoom: Zoom) => scaleOf(this.#shownArrangement, zoom, size, this.frame);
		return zoomBounds([scale("auto"), scale("width"), scale("page")]);
	}

	#scrollEnds(position: Position): { atStart: boolean; atEnd: boolean } {
		const { left, top, width, height } = this.visibleArea(position);
		const { isHorizontal, width: wide, height: high } = this.#layout;
		const [start, length, total] = isHorizontal ? [left, width, wide] : [top, height, high];
		return { atStart: start <= 1, atEnd: start + length >= total - 1 };
	}

	/**
	 * Returns the position of a point after the rotation of its page. Coordinates are fractions of the page's sides,
	 * clamped to the page.
	 */
	#rotatedPosition(page: number, x: number, y: number): Point {
		const [across, down] = [x, y].map((fraction) => Math.min(Math.max(fraction, 0), 1)) as [number, number];
		return pointOf(this.#layout, { page, ...rotatedPoint(across, down, this.#quarters) });
	}
}

/** Reports whether a coordinate is visible in a window of a given length, with some distance to its edges. */
function isWithin(coordinate: number, length: number): boolean {
	const margin = Math.min(revealMargin, length / 4);
	return coordinate > margin && coordinate < length - margin;
}
