import type { Layout, Rect } from "./layout";
import type { Margins } from "./scroll-velocity";
import { noPages, type PageRange } from "./page-range";

/** A part of the layout that is widened by margins along the way of the pages. */
export function widened(layout: Layout, area: Rect, { before, behind }: Margins): Rect {
	return layout.across
		? { ...area, left: area.left - before, width: area.width + before + behind }
		: { ...area, top: area.top - before, height: area.height + before + behind };
}

/** The pages of all rows that touch a part of the layout. */
export function pagesIn(layout: Layout, { left, top, width, height }: Rect): PageRange {
	if (layout.count === 0) {
		return noPages;
	}
	return {
		first: layout.row(layout.pageAt(left, top)).first,
		last: layout.row(layout.pageAt(left + width, top + height)).last,
	};
}

/**
 * The page that is being read: the one in the middle of the window, but the first
 * at the beginning of the document and the last at its end, so that every page can
 * become current. Of a row of pages it is the first. 0 where there are no pages.
 */
export function currentPage(layout: Layout, { left, top, width, height }: Rect): number {
	const [start, length, whole] = layout.across ? [left, width, layout.width] : [top, height, layout.height];
	if (layout.count === 0 || start <= 0) {
		return Math.min(1, layout.count);
	}
	if (start + length >= whole - 1) {
		return layout.row(layout.count).first;
	}
	return layout.row(layout.pageAt(left + width / 2, top + height / 2)).first;
}

/**
 * The pages of a range, those in view first, then by their distance to them: the order to load in. Of those in
 * view, and of two as far away, the one nearer to the current page is first, then the one behind it.
 */
export function loadingOrder(mounted: PageRange, inView: PageRange, current: number): number[] {
	const pages: number[] = [];
	for (let page = mounted.first; page <= mounted.last; page++) {
		pages.push(page);
	}
	const distance = (page: number) => Math.max(inView.first - page, page - inView.last, 0);
	const away = (page: number) => Math.abs(page - current);
	return pages.sort((a, b) => distance(a) - distance(b) || away(a) - away(b) || b - a);
}
