import type { PageRange } from "./page-range";

/** A box in CSS pixels of the document, origin at the top left of the whole layout. */
export interface Rect {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** The area in which pages are laid out, in CSS pixels. */
export interface Frame {
	/** The width and height of the window onto the document. */
	readonly width: number;
	readonly height: number;
	/** The space to the left and right of the widest page. */
	readonly gutter: number;
	/** The space above the first and below the last page. */
	readonly margin: number;
	/** The space between two pages. */
	readonly gap: number;
}

/** The positions of all pages. Page numbers start at 1. */
export interface Layout {
	readonly count: number;
	readonly width: number;
	readonly height: number;
	/** Whether pages follow each other to the right instead of downwards. */
	readonly isHorizontal: boolean;
	rect(page: number): Rect;
	/** Returns the number of the page at a point, or of the page nearest to the point; 0 if there are no pages. */
	pageAt(x: number, y: number): number;
	/** Returns the pages in the same row as a page, including that page. */
	row(page: number): PageRange;
}

/** The tolerance in CSS pixels for rounding errors: a row that exceeds the window by no more than this still fits. */
const roundingError = 0.01;

/**
 * Returns the width of a layout whose widest row has the given width. If the layout is wider than the window, the
 * excess is an even number of pixels. The scroll position that centers the layout is then a whole number, as browsers
 * require.
 */
export function centeredWidth(widest: number, frame: Frame): number {
	const excess = widest + 2 * frame.gutter - frame.width;
	return frame.width + (excess > roundingError ? 2 * Math.ceil(excess / 2) : 0);
}

/** Returns the box around all pages of a row. */
export function rowRect(layout: Layout, page: number): Rect {
	const { first, last } = layout.row(page);
	const boxes = [layout.rect(first), layout.rect(last)] as const;
	const left = Math.min(boxes[0].left, boxes[1].left);
	const right = Math.max(...boxes.map((box) => box.left + box.width));
	const top = Math.min(boxes[0].top, boxes[1].top);
	const bottom = Math.max(...boxes.map((box) => box.top + box.height));
	return { left, top, width: right - left, height: bottom - top };
}
