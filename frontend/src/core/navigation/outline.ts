import type { PagePart } from "../layout/view";
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

/** A section of the document: where it starts, and the outline entries that lead to it, outermost first. */
export interface Section {
	readonly page: number;
	/** The distance from the top of the page in points. */
	readonly top: number;
	readonly path: readonly OutlineItem[];
}

/** Returns the sections of an outline in the order of the document. */
export function sectionsOf(items: readonly OutlineItem[]): Section[] {
	return sectionsBelow(items, []).sort((a, b) => a.page - b.page || a.top - b.top);
}

function sectionsBelow(items: readonly OutlineItem[], ancestors: readonly OutlineItem[]): Section[] {
	return items.flatMap((item) => {
		const { page, top = 0 } = item.target;
		const path = [...ancestors, item];
		const sections = sectionsBelow(item.children ?? [], path);
		return page === undefined ? sections : [{ page, top, path }, ...sections];
	});
}

/**
 * Returns the section that is being read: the first section that starts in the part of a page that the reader has
 * reached, or else the last section that starts before this part. Of several sections that start at the same place, the
 * innermost is returned.
 */
export function currentSection(
	sections: readonly Section[],
	{ page, start, end }: PagePart,
): Section | undefined {
	const startsBefore = (section: Section, top: number) =>
		section.page < page || (section.page === page && section.top <= top);
	const last = sections.findLastIndex((section) => startsBefore(section, start));
	const next = sections[last + 1];
	return next !== undefined && startsBefore(next, end)
		? sections.findLast((section) => section.page === next.page && section.top === next.top)
		: sections[last];
}
