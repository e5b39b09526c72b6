import type { Layout } from "./layout";

/** A run of pages, both ends included; first is above last where it is empty. */
export interface PageRange {
	readonly first: number;
	readonly last: number;
}

/** A part of the document's height, in CSS pixels. */
export interface Span {
	readonly top: number;
	readonly height: number;
}

export const noPages: PageRange = { first: 1, last: 0 };

/** The pages that touch a span which is widened by `around` pixels above and below. */
export function pagesIn(layout: Layout, span: Span, around = 0): PageRange {
	if (layout.count === 0) {
		return noPages;
	}
	return {
		first: layout.pageAt(span.top - around),
		last: layout.pageAt(span.top + span.height + around),
	};
}

/**
 * The page that is being read: the one in the middle of the window, but the first
 * at the top of the document and the last at its bottom, so that every page can
 * become current. 0 where there are no pages.
 */
export function currentPage(layout: Layout, span: Span): number {
	if (layout.count === 0 || span.top <= 0) {
		return Math.min(1, layout.count);
	}
	if (span.top + span.height >= layout.height - 1) {
		return layout.count;
	}
	return layout.pageAt(span.top + span.height / 2);
}

/** Whether a page is in a range. */
export function contains(range: PageRange, page: number): boolean {
	return page >= range.first && page <= range.last;
}

/** The pages of a range, those in view first, then by their distance to them: the order to load in. */
export function loadingOrder(mounted: PageRange, inView: PageRange): number[] {
	const pages: number[] = [];
	for (let page = mounted.first; page <= mounted.last; page++) {
		pages.push(page);
	}
	const distance = (page: number) => Math.max(inView.first - page, page - inView.last, 0);
	return pages.sort((a, b) => distance(a) - distance(b) || a - b);
}
