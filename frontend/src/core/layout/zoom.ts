import type { Layout } from "./layout";

/** CSS pixels per point at 100 %: CSS has 96 pixels per inch, and documents have 72 points per inch. */
export const actualSize = 96 / 72;

/**
 * A zoom that depends on the window. `auto` is the actual size, limited to the width of the window and to a minimum
 * size.
 */
export type Fit = "auto" | "width" | "page";

/** The zoom of pages: a fit, or a factor of their actual size. */
export type Zoom = Fit | number;

/** A change of the zoom to the next larger or smaller step. */
export type ZoomStep = "in" | "out";

/** Reports whether a value is a zoom step. */
export function isZoomStep(value: unknown): value is ZoomStep {
	return value === "in" || value === "out";
}

/** Reports whether a value is a zoom. */
export function isZoom(value: unknown): value is Zoom {
	return ["auto", "width", "page"].includes(value as string) || (Number.isFinite(value) && Number(value) > 0);
}

/** The range of zoom factors of a page. */
export interface ZoomBounds {
	readonly smallest: number;
	readonly largest: number;
}

/**
 * The minimum length in CSS pixels of the longer side of a page. A smaller page is not recognizable as a page. The
 * style sheet of the first paint has the same value.
 */
export const minPageLength = 96;

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * Returns the zoom bounds: 10 % to 800 %. They are wider for extreme page sizes, such as 200 inches or one point, so
 * that such a page can be fitted to the window. `fits` are the scales at which the page fits the window.
 */
export function zoomBounds(fits: readonly number[]): ZoomBounds {
	const factors = fits.map((scale) => scale / actualSize);
	return {
		smallest: Math.min(steps[0] ?? 1, ...factors),
		largest: Math.max(steps.at(-1) ?? 1, ...factors),
	};
}

/** Returns the next larger step; above the largest step, twice the factor. */
export function zoomIn(factor: number): number {
	const next = steps.find((step) => step > factor * 1.01);
	return next === undefined || next > factor * 2.6 ? factor * 2 : next;
}

/** Returns the next smaller step; below the smallest step, half the factor. */
export function zoomOut(factor: number): number {
	const next = steps.findLast((step) => step < factor * 0.99);
	return next === undefined || next < factor / 2.6 ? factor / 2 : next;
}

/** Reports whether a zoom can be shown within bounds; a fit always can. */
export function isWithin(zoom: Zoom, { smallest, largest }: ZoomBounds): boolean {
	return typeof zoom !== "number" || (zoom >= smallest && zoom <= largest);
}

/** Returns a factor clamped to bounds. */
export function clampZoom(factor: number, { smallest, largest }: ZoomBounds): number {
	return Math.min(Math.max(factor, smallest), largest);
}

/**
 * Returns the zoom factor of a wheel movement: moving the wheel forward and back by the same distance restores the
 * zoom. `delta` is in pixels; positive values zoom out.
 */
export function wheelFactor(delta: number): number {
	const clamped = Math.min(Math.max(delta, -120), 120);
	return Math.exp(-clamped / 400);
}

/** Formats a factor as a whole percentage. */
export function formatPercent(factor: number): string {
	const value = factor * 100;
	return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}%`;
}

/** A point of the document that keeps its place when pages are laid out again: a page, and fractions of its size. */
export interface Anchor {
	readonly page: number;
	readonly x: number;
	readonly y: number;
}

/** Returns the anchor of a point in CSS pixels of the layout. Between pages, it is on the nearest page. */
export function anchorAt(layout: Layout, x: number, y: number): Anchor | undefined {
	const page = layout.pageAt(x, y);
	if (page === 0) {
		return undefined;
	}
	const rect = layout.rect(page);
	return { page, x: (x - rect.left) / rect.width, y: (y - rect.top) / rect.height };
}

/** Returns the position of an anchor in a layout, in CSS pixels. */
export function pointOf(layout: Layout, anchor: Anchor): { x: number; y: number } {
	const rect = layout.rect(Math.min(anchor.page, layout.count));
	return { x: rect.left + anchor.x * rect.width, y: rect.top + anchor.y * rect.height };
}
