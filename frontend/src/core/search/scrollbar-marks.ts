import type { Layout } from "../layout/layout";

/** A mark on the scroll bar that shows where hits are. */
export interface ScrollbarMark {
	/** The distance from the start of the bar, in pixels. */
	readonly offset: number;
	readonly page: number;
	/** The index of the hit on the page, from 0. */
	readonly index: number;
}

/** The minimum distance between two marks, in pixels. */
const minDistance = 3;

/**
 * Returns the marks of pages with hits on a scroll bar of the given length in pixels. Marks never overlap, so their
 * number is bounded by the length of the bar. `hitPositions` returns the positions of the hits on a page as fractions
 * of its length. A page with unknown positions has one mark in its middle.
 */
export function scrollbarMarks(
	pages: readonly number[],
	layout: Layout,
	length: number,
	hitPositions: (page: number) => readonly number[] = () => [0.5],
): ScrollbarMark[] {
	const marks = new Map<number, ScrollbarMark>();
	for (const page of pages) {
		if (page > layout.count) {
			break;
		}
		const rect = layout.rect(page);
		const [start, size, total] = layout.isHorizontal
			? [rect.left, rect.width, layout.width]
			: [rect.top, rect.height, layout.height];
		for (const [index, position] of hitPositions(page).entries()) {
			const offset = Math.floor(((start + position * size) / total) * (length / minDistance)) * minDistance;
			if (!marks.has(offset)) {
				marks.set(offset, { offset, page, index });
			}
		}
	}
	return [...marks.values()].sort((a, b) => a.offset - b.offset);
}

/** Returns the mark nearest to a position on the bar; undefined if there are none. */
export function nearestMark(marks: readonly ScrollbarMark[], offset: number): ScrollbarMark | undefined {
	return marks.reduce<ScrollbarMark | undefined>(
		(nearest, mark) =>
			nearest === undefined || Math.abs(mark.offset - offset) < Math.abs(nearest.offset - offset)
				? mark
				: nearest,
		undefined,
	);
}
