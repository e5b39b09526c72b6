import type { PageRange } from "./page-range";

/** A box in CSS pixels of the document, origin at the top left of the whole layout. */
export interface Rect {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** The room that pages are laid out in, in CSS pixels. */
export interface Frame {
	/** Width and height of the window onto the document. */
	readonly width: number;
	readonly height: number;
	/** Room left and right of the widest page. */
	readonly gutter: number;
	/** Room above the first and below the last page. */
	readonly margin: number;
	/** Room between two pages. */
	readonly gap: number;
}

/** Where every page lies. Pages count from 1. */
export interface Layout {
	readonly count: number;
	readonly width: number;
	readonly height: number;
	/** Pages follow each other to the right, not downwards. */
	readonly across: boolean;
	rect(page: number): Rect;
	/** The page at a point, or the nearest one; 0 where there are no pages. */
	pageAt(x: number, y: number): number;
	/** The pages that stand beside each other with a page, itself among them. */
	row(page: number): PageRange;
}

/**
 * The width of a layout whose widest row has a width. Browsers scroll by whole pixels: the
 * middle of the layout is as many of them from the left edge as from the right one.
 */
export function centredWidth(widest: number, frame: Frame): number {
	return frame.width + 2 * Math.ceil(Math.max(widest + 2 * frame.gutter - frame.width, 0) / 2);
}

/** The box around all pages of a row. */
export function rowRect(layout: Layout, page: number): Rect {
	const { first, last } = layout.row(page);
	const boxes = [layout.rect(first), layout.rect(last)] as const;
	const left = Math.min(boxes[0].left, boxes[1].left);
	const right = Math.max(...boxes.map((box) => box.left + box.width));
	const top = Math.min(boxes[0].top, boxes[1].top);
	const bottom = Math.max(...boxes.map((box) => box.top + box.height));
	return { left, top, width: right - left, height: bottom - top };
}
