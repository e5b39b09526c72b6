import { type Frame, type Layout, type Rect, rowRect } from "./layout";

/** Reports whether a page and its gutters fit into the width of the window. */
export function fitsWidth(rect: Rect, frame: Frame): boolean {
	return rect.width + 2 * frame.gutter <= frame.width + 0.5;
}

/**
 * Returns the scroll position nearest to `desired` that shows the page best: a page that fits is centered, and a wider
 * page fills the window. Rows may have different widths, so centering the whole document does not necessarily center
 * the page.
 */
export function alignedLeft(rect: Rect, frame: Frame, desired: number): number {
	if (fitsWidth(rect, frame)) {
		return rect.left + (rect.width - frame.width) / 2;
	}
	const last = rect.left + rect.width + frame.gutter - frame.width;
	return Math.min(Math.max(desired, rect.left - frame.gutter), last);
}

/**
 * Returns the vertical scroll position nearest to `desired` that shows the page best, by the same rules as {@link
 * alignedLeft}.
 */
export function alignedTop(rect: Rect, frame: Frame, desired: number): number {
	if (rect.height + 2 * frame.margin <= frame.height + 0.5) {
		return rect.top + (rect.height - frame.height) / 2;
	}
	const last = rect.top + rect.height + frame.margin - frame.height;
	return Math.min(Math.max(desired, rect.top - frame.margin), last);
}

/**
 * Returns the horizontal scroll position after moving from one page to another. Between rows of the same width, the
 * position stays, so that a reader can follow a column from page to page. If the new row has another width and does not
 * fit, its left edge is shown.
 */
export function leftAfterPageChange(
	layout: Layout,
	frame: Frame,
	move: { previousPage: number; page: number; left: number },
): number {
	const rect = rowRect(layout, move.page);
	const sameWidth =
		move.previousPage > 0 && Math.abs(rowRect(layout, move.previousPage).width - rect.width) < 1;
	return alignedLeft(rect, frame, sameWidth ? move.left : layout.rect(move.page).left - frame.gutter);
}
