import type { Target } from "../text/page-text";

/** An entry of a document's outline. */
export interface OutlineItem {
	readonly title: string;
	readonly target: Target;
	readonly children?: readonly OutlineItem[];
}

/** The outline, and the labels of the pages, such as iv. The labels are empty if they equal the page numbers. */
export interface Outline {
	readonly items: readonly OutlineItem[];
	readonly labels?: readonly string[];
}

/**
 * Returns the outline entries that lead to the section that contains a page, outermost first. On each level, this is
 * the last entry that starts on or before the page.
 */
export function pathTo(items: readonly OutlineItem[], page: number): OutlineItem[] {
	const item = items.findLast(({ target }) => target.page !== undefined && target.page <= page);
	return item === undefined ? [] : [item, ...pathTo(item.children ?? [], page)];
}
