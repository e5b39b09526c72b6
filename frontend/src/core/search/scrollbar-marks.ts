import type { Layout } from "../layout/layout";

/** A mark on the scroll bar that shows where hits are. */
export interface ScrollbarMark {
	/** Pixels from the start of the bar. */
	readonly at: number;
	readonly page: number;
	/** The number of the hit on the page, from 0. */
	readonly index: number;
}

/** Pixels between two marks, at least. */
const apart = 3;

/**
 * The marks of pages on a scroll bar of a length in pixels, of which no two are in one place: there are never more
 * than the bar has room for. `spots` gives where hits lie on a page, in shares of its length; one in the middle
 * stands for all of a page of which that is not known.
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
