import type { Layout } from "../layout/layout";

/** A mark on the scroll bar that shows where hits are. */
export interface ScrollbarMark {
	/** The distance from the start of the bar, in pixels. */
	readonly at: number;
	readonly page: number;
	/** The index of the hit on the page, from 0. */
	readonly index: number;
}

/** The minimum distance between two marks, in pixels. */
const apart = 3;

/**
 * Returns the marks of pages with hits on a scroll bar of the given length in pixels. Marks never overlap, so their
 * number is bounded by the length of the bar. `spots` returns the positions of the hits on a page as fractions of its
 * length. A page with unknown positions has one mark in its middle.
 */
export function scrollbarMarks(
	pages: readonly number[],
	layout: Layout,
	length: number,
	spots: (page: number) => readonly number[] = () => [0.5],
): ScrollbarMark[] {
	const ticks = new Map<number, ScrollbarMark>();
	for (const page of pages) {
		if (page > layout.count) {
			break;
		}
		const rect = layout.rect(page);
		const [start, size, whole] = layout.across
			? [rect.left, rect.width, layout.width]
			: [rect.top, rect.height, layout.height];
		for (const [index, spot] of spots(page).entries()) {
			const at = Math.floor(((start + spot * size) / whole) * (length / apart)) * apart;
			if (!ticks.has(at)) {
				ticks.set(at, { at, page, index });
			}
		}
	}
	return [...ticks.values()].sort((a, b) => a.at - b.at);
}

/** Returns the mark nearest to a position on the bar; undefined if there are none. */
export function nearestMark(ticks: readonly ScrollbarMark[], at: number): ScrollbarMark | undefined {
	return ticks.reduce<ScrollbarMark | undefined>(
		(nearest, tick) =>
			nearest === undefined || Math.abs(tick.at - at) < Math.abs(nearest.at - at) ? tick : nearest,
		undefined,
	);
}
