import type { Layout, Rect } from "./layout";
import type { Margins } from "./scroll-velocity";
import { noPages, type PageRange } from "./page-range";

/** Returns an area of the layout, extended by margins in the direction in which pages follow each other. */
export function withMargins(layout: Layout, area: Rect, { before, after }: Margins): Rect {
	return layout.isHorizontal
		? { ...area, left: area.left - before, width: area.width + before + after }
		: { ...area, top: area.top - before, height: area.height + before + after };
}

/** Returns the pages of all rows that intersect an area of the layout. */
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
 * Returns the page that is being read: the page in the middle of the window. At the start of the document it is the
 * first page and at the end the last page, so that every page can become the current one. If several pages are in a
 * row, the first of them is returned. Returns 0 if there are no pages.
 */
export function currentPage(layout: Layout, { left, top, width, height }: Rect): number {
	const [start, length, total] = layout.isHorizontal
		? [left, width, layout.width]
		: [top, height, layout.height];
	if (layout.count === 0 || start <= 0) {
		return Math.min(1, layout.count);
	}
	if (start + length >= total - 1) {
		return layout.row(layout.count).first;
	}
	return layout.row(layout.pageAt(left + width / 2, top + height / 2)).first;
}

/**
 * Returns the pages of a range in loading order: visible pages first, then the other pages by their distance to the
 * visible pages. Of two pages at the same distance, the page nearer to the current page comes first, or else the page
 * with the higher number.
 */
export function loadingOrder(mounted: PageRange, inView: PageRange, current: number): number[] {
	const pages: number[] = [];
	for (let page = mounted.first; page <= mounted.last; page++) {
		pages.push(page);
	}
	const distance = (page: number) => Math.max(inView.first - page, page - inView.last, 0);
	const distanceToCurrent = (page: number) => Math.abs(page - current);
	return pages.sort(
		(a, b) => distance(a) - distance(b) || distanceToCurrent(a) - distanceToCurrent(b) || b - a,
	);
}
