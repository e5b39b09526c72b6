import type { Target } from "../text/page-text";

/** An entry of a document's outline. */
export interface OutlineItem {
	readonly title: string;
	readonly target: Target;
	readonly children?: readonly OutlineItem[];
}

/** The outline, and the pages' own names, such as iv; none where they are the pages' numbers. */
export interface Outline {
	readonly items: readonly OutlineItem[];
	readonly labels?: readonly string[];
}

/**
 * The entries on the way to the part of the document that a page is in, from the outermost to the
 * innermost: of each level the last that begins on the page or before it.
 */
export function pathTo(items: readonly OutlineItem[], page: number): OutlineItem[] {
	const item = items.findLast(({ target }) => target.page !== undefined && target.page <= page);
	return item === undefined ? [] : [item, ...pathTo(item.children ?? [], page)];
}
