import type { Frame, Layout } from "./layout";
import { posterLayout, spreadGap, spreadLayout } from "./row-layouts";
import { PageSizes, type Size } from "./page-sizes";
import { columnLayout, horizontalLayout } from "./linear-layouts";
import { actualSize, minPageLength, type Zoom } from "./zoom";

/** The arrangements of pages: the layouts of a profile, and spreads after a cover page. */
export const arrangements = ["normal", "twoPages", "twoPagesCover", "poster", "horizontal"] as const;

/** One of the arrangements, or a single page in the window, as in a presentation. */
export type Arrangement = (typeof arrangements)[number] | "single";

/** Reports whether a value is the name of an arrangement. */
export function isArrangement(value: unknown): value is Arrangement {
	return arrangements.some((arrangement) => arrangement === value);
}

/** Reports whether an arrangement scrolls vertically, row after row, so that the window shows only a part of a page. */
export function scrollsVertically(arrangement: Arrangement): boolean {
	return arrangement === "normal" || arrangement.startsWith("twoPages");
}

/** The default width in CSS pixels of a page in the overview, if the window has room for two. */
const posterWidth = 220;

/** Returns the layout of pages. `scale` is in CSS pixels per point. */
export function layoutOf(arrangement: Arrangement, sizes: PageSizes, scale: number, frame: Frame): Layout {
	switch (arrangement) {
		case "normal":
			return columnLayout(sizes, scale, frame);
		case "twoPages":
		case "twoPagesCover":
			return spreadLayout(sizes, scale, frame, arrangement === "twoPagesCover");
		case "poster":
			return posterLayout(sizes, scale, frame);
		case "horizontal":
			return horizontalLayout(sizes, scale, frame);
		case "single":
			return horizontalLayout(sizes, scale, frame, frame.width);
	}
}

/** Returns the scale, in CSS pixels per point, at which a page in a frame is shown with a zoom. */
export function scaleOf(arrangement: Arrangement, zoom: Zoom, page: Size, frame: Frame): number {
	if (typeof zoom === "number") {
		return zoom * actualSize;
	}
	const pagesPerRow = arrangement.startsWith("twoPages") ? 2 : 1;
	const availableWidth = frame.width - 2 * frame.gutter - (pagesPerRow - 1) * spreadGap;
	const width = Math.max(availableWidth, 1) / pagesPerRow / page.width;
	const height = Math.max(frame.height - 2 * frame.margin, 1) / page.height;
	switch (zoom) {
		case "auto":
			return autoScale(arrangement, page, frame, width, height);
		case "width":
			return width;
		case "page":
			return Math.min(width, height);
	}
}

/**
 * Returns the sizes of pages for a layout at `scale`. With a zoom that fits the window, each page fits by itself: a
 * landscape page among portrait ones is smaller, so that it is not cut off.
 */
export function fittedSizes(
	arrangement: Arrangement,
	zoom: Zoom,
	sizes: PageSizes,
	scale: number,
	frame: Frame,
): PageSizes {
	if (typeof zoom === "number" || sizes.runs.length < 2) {
		return sizes;
	}
	return new PageSizes(
		sizes.runs.map(([count, width, height]) => {
			const factor = scaleOf(arrangement, zoom, { width, height }, frame) / scale;
			return [count, width * factor, height * factor];
		}),
	);
}

/**
 * Returns the initial scale of an arrangement. `width` is the scale at which the page fills the frame's width, and
 * `height` the one at which it fills the frame's height.
 */
function autoScale(
	arrangement: Arrangement,
	page: Size,
	frame: Frame,
	width: number,
	height: number,
): number {
	const minScale = minPageLength / Math.max(page.width, page.height);
	switch (arrangement) {
		case "poster": {
			const half = (frame.width - 2 * frame.gutter - frame.gap) / 2;
			return Math.max(Math.min(posterWidth, half), 1) / page.width;
		}
		case "horizontal":
		case "single":
			return Math.min(height, Math.max(actualSize, minScale));
		default:
			return Math.min(width, Math.max(actualSize, minScale));
	}
}
