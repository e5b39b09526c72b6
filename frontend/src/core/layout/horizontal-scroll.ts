import { type Frame, type Layout, type Rect, rowRect } from "./layout";

/** Whether a page, with its room left and right, is no wider than the window. */
export function fits(rect: Rect, frame: Frame): boolean {
	return rect.width + 2 * frame.gutter <= frame.width + 0.5;
}

/**
 * The left edge of the window that shows a page best, next to a wished one: a page
 * that fits stands in the middle, a wider one fills the window. Other pages may be
 * wider still, so the middle of the window is not the middle of the document by itself.
 */
export function settledLeft(rect: Rect, frame: Frame, wish: number): number {
	if (fits(rect, frame)) {
		return rect.left + (rect.width - frame.width) / 2;
	}
	const last = rect.left + rect.width + frame.gutter - frame.width;
	return Math.min(Math.max(wish, rect.left - frame.gutter), last);
}

/** The top edge of the window that shows a page best, next to a wished one: as with its left edge, if it is higher. */
export function settledTop(rect: Rect, frame: Frame, wish: number): number {
	if (rect.height + 2 * frame.margin <= frame.height + 0.5) {
		return rect.top + (rect.height - frame.height) / 2;
	}
	const last = rect.top + rect.height + frame.margin - frame.height;
	return Math.min(Math.max(wish, rect.top - frame.margin), last);
}

/**
 * The left edge of the window after going from one page to another. Between rows
 * of one width it stays, so that a column can be read from page to page; a row of
 * another width that does not fit begins at its left edge.
 */
export function leftAtPage(
	layout: Layout,
	frame: Frame,
	way: { from: number; to: number; left: number },
): number {
	const rect = rowRect(layout, way.to);
	const alike = way.from > 0 && Math.abs(rowRect(layout, way.from).width - rect.width) < 1;
	return settledLeft(rect, frame, alike ? way.left : layout.rect(way.to).left - frame.gutter);
}
