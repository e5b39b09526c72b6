import { type Arrangement, scrollsVertically } from "./arrangement";
import type { Layout, Rect } from "./layout";
import type { PageSizes } from "./page-sizes";
import type { PagePart } from "./view";
import type { Anchor } from "./zoom";

/** A point of the document, and its place in the window in CSS pixels from the top left corner. */
export interface ScrollAnchor {
	readonly anchor: Anchor;
	readonly point: { readonly x: number; readonly y: number };
}

/** The reading position, in a form that survives a change of layout, rotation or window size. */
export interface ReadingPosition {
	readonly page: number;
	readonly arrangement: Arrangement;
	/** The number of quarter turns to the right by which the pages are rotated. */
	readonly quarters: number;
	readonly scrollAnchor: ScrollAnchor;
	/**
	 * The distance in CSS pixels from the window's top edge to the page's top edge; negative if the page starts above
	 * the window.
	 */
	readonly pageTop: number;
}

/**
 * Returns the point that keeps its place in the window while the zoom changes. This is the middle of the visible area.
 * If that middle is more than `tolerance` pixels outside the page, it is the middle of the visible part of the page
 * instead.
 */
export function scrollAnchorOf(layout: Layout, page: number, area: Rect, tolerance: number): ScrollAnchor {
	const rect = layout.rect(page);
	const x = fixedCoordinate([rect.left, rect.width], [area.left, area.width], tolerance);
	const y = fixedCoordinate([rect.top, rect.height], [area.top, area.height], tolerance);
	return {
		anchor: { page, x: (x - rect.left) / rect.width, y: (y - rect.top) / rect.height },
		point: { x: x - area.left, y: y - area.top },
	};
}

/**
 * Returns the part of a page from the window's upper edge to the middle of the visible part, in points from the page's
 * upper edge. If the page is rotated, its upper edge is the one that is displayed at the top.
 */
export function reachedPart(layout: Layout, page: number, area: Rect, sizes: PageSizes): PagePart {
	if (page === 0) {
		return { page, start: 0, end: 0 };
	}
	const { top, height } = layout.rect(page);
	const points = sizes.size(page).height;
	return {
		page,
		start: ((area.top - top) / height) * points,
		end: scrollAnchorOf(layout, page, area, 0).anchor.y * points,
	};
}

type Extent = readonly [start: number, length: number];

function fixedCoordinate(
	[start, length]: Extent,
	[areaStart, areaLength]: Extent,
	tolerance: number,
): number {
	const middle = areaStart + areaLength / 2;
	const isNear = middle >= start - tolerance && middle <= start + length + tolerance;
	return isNear
		? middle
		: (Math.max(start, areaStart) + Math.min(start + length, areaStart + areaLength)) / 2;
}

/**
 * Returns the anchor that restores a reading position in an arrangement and rotation. If the start of the page was
 * visible, it stays visible. Returns undefined if the arrangements differ so much that only the page can be restored.
 */
export function restoredAnchor(
	reading: ReadingPosition,
	arrangement: Arrangement,
	quarters: number,
): ScrollAnchor | undefined {
	const { scrollAnchor: saved, pageTop } = reading;
	if (
		arrangement !== reading.arrangement &&
		!(scrollsVertically(arrangement) && scrollsVertically(reading.arrangement))
	) {
		return undefined;
	}
	if (quarters === reading.quarters && scrollsVertically(arrangement) && pageTop >= 0) {
		return { anchor: { ...saved.anchor, y: 0 }, point: { x: saved.point.x, y: pageTop } };
	}
	const { x, y } = saved.anchor;
	return {
		anchor: { ...saved.anchor, ...rotatedPoint(x, y, quarters - reading.quarters) },
		point: saved.point,
	};
}

/** Returns a point, in fractions of the page's sides, after a rotation by a number of quarter turns to the right. */
export function rotatedPoint(x: number, y: number, quarters: number): { x: number; y: number } {
	switch (((quarters % 4) + 4) % 4) {
		case 1:
			return { x: 1 - y, y: x };
		case 2:
			return { x: 1 - x, y: 1 - y };
		case 3:
			return { x: y, y: 1 - x };
		default:
			return { x, y };
	}
}
