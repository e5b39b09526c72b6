import { type Frame, type Layout, type Rect, rowRect } from "./layout";

/** Reports whether a page and its gutters fit into the width of the window. */
export function fitsWidth(rect: Rect, frame: Frame): boolean {
	return rect.width + 2 * frame.gutter <= frame.width + 0.5;
}

/**
 * Returns the left edge of the window that is nearest to a wished one and shows the page best: a page that fits is
 * centred, and a wider one fills the window. Other pages may be wider still, so the middle of the document is not
 * necessarily the middle of the page.
 */
export function alignedLeft(rect: Rect, frame: Frame, desired: number): number {
	if (fitsWidth(rect, frame)) {
		return rect.left + (rect.width - frame.width) / 2;
	}
	const last = rect.left + rect.width + frame.gutter - frame.width;
	return Math.min(Math.max(desired, rect.left - frame.gutter), last);
}

/**
 * Returns the top edge of the window that is nearest to a wished one and shows the page best, by the same rules as
 * {@link alignedLeft}.
 */
export function alignedTop(rect: Rect, frame: Frame, desired: number): number {
	if (rect.height + 2 * frame.margin <= frame.height + 0.5) {
		return rect.top + (rect.height - frame.height) / 2;
	}
	const last = rect.top + rect.height + frame.margin - frame.height;
	return Math.min(Math.max(desired, rect.top - frame.margin), last);
}

/**
 * Returns the left edge of the window after moving from one page to another. Between rows of the same width it stays,
 * so that a column can be read from page to page. A row of another width that does not fit starts at its left edge.
 */
export function leftAfterPageChange(
	layout: Layout,
	frame: Frame,
	move: { from: number; to: number; left: number },
): number {
	const rect = rowRect(layout, move.to);
	const sameWidth = move.from > 0 && Math.abs(rowRect(layout, move.from).width - rect.width) < 1;
	return alignedLeft(rect, frame, sameWidth ? move.left : layout.rect(move.to).left - frame.gutter);
}
