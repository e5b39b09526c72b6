import type { Layout } from "./layout";

/** CSS pixels per point at 100 %: CSS has 96 pixels to the inch, documents have 72 points. */
export const actualSize = 96 / 72;

/** A fit follows the window: `auto` is the actual size, but no wider than the window and never a mere speck. */
export type Fit = "auto" | "width" | "page";

/** How large pages are shown: a fit, or a factor of their actual size. */
export type Zoom = Fit | number;

/** How the zoom changes: to the next larger or smaller step. */
export type ZoomStep = "in" | "out";

/** Whether a value is a step of the zoom. */
export function isZoomStep(value: unknown): value is ZoomStep {
	return value === "in" || value === "out";
}

/** Whether a value is a zoom. */
export function isZoom(value: unknown): value is Zoom {
	return ["auto", "width", "page"].includes(value as string) || (Number.isFinite(value) && Number(value) > 0);
}

/** The factors that a page may be shown at. */
export interface ZoomBounds {
	readonly smallest: number;
	readonly largest: number;
}

/** CSS pixels of the longer side below which a page is not seen for a page. The style sheet's first paint knows it too. */
export const smallestSheet = 96;

const steps = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * From 10% to 800%, and farther where a page of 200 inches or of one point needs it to be seen whole or large: `fits`
 * are the scales at which it fits.
 */
export function zoomBounds(fits: readonly number[]): ZoomBounds {
	const factors = fits.map((scale) => scale / actualSize);
	return {
		smallest: Math.min(steps[0] ?? 1, ...factors),
		largest: Math.max(steps.at(-1) ?? 1, ...factors),
	};
}

/** The next larger step after a factor: beyond the last one, twice as much. */
export function zoomIn(factor: number): number {
	const next = steps.find((step) => step > factor * 1.01);
	return next === undefined || next > factor * 2.6 ? factor * 2 : next;
}

/** The next smaller step before a factor: beyond the first one, half as much. */
export function zoomOut(factor: number): number {
	const next = steps.findLast((step) => step < factor * 0.99);
	return next === undefined || next < factor / 2.6 ? factor / 2 : next;
}

/** Reports whether a zoom can be shown within bounds; a fit always can. */
export function isWithin(zoom: Zoom, { smallest, largest }: ZoomBounds): boolean {
	return typeof zoom !== "number" || (zoom >= smallest && zoom <= largest);
}

/** A factor within bounds. */
export function clampZoom(factor: number, { smallest, largest }: ZoomBounds): number {
	return Math.min(Math.max(factor, smallest), largest);
}

/** The factor by which a turn of the wheel zooms: as much out as back in. `delta` is in pixels, positive is out. */
export function wheelFactor(delta: number): number {
	const bounded = Math.min(Math.max(delta, -120), 120);
	return Math.exp(-bounded / 400);
}

/** A factor as people read it: whole per cent. */
export function percent(factor: number): string {
	const value = factor * 100;
	return `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}%`;
}

/** A point of the document that stays when pages are laid out anew: a page and fractions of its size. */
export interface Anchor {
	readonly page: number;
	readonly x: number;
	readonly y: number;
}

/** The anchor of a point in CSS pixels of the layout; of its nearest page where it lies between pages. */
export function anchorAt(layout: Layout, x: number, y: number): Anchor | undefined {
	const page = layout.pageAt(x, y);
	if (page === 0) {
		return undefined;
	}
	const rect = layout.rect(page);
	return { page, x: (x - rect.left) / rect.width, y: (y - rect.top) / rect.height };
}

/** Where an anchor lies in a layout, in CSS pixels. */
export function pointOf(layout: Layout, anchor: Anchor): { x: number; y: number } {
	const rect = layout.rect(Math.min(anchor.page, layout.count));
	return { x: rect.left + anchor.x * rect.width, y: rect.top + anchor.y * rect.height };
}
