/** A run of pages, both ends included; it is empty if first is greater than last. */
export interface PageRange {
	readonly first: number;
	readonly last: number;
}

export const noPages: PageRange = { first: 1, last: 0 };

/** Reports whether a page is in a range. */
export function containsPage(range: PageRange, page: number): boolean {
	return page >= range.first && page <= range.last;
}
