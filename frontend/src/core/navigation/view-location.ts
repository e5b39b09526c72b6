import { type Arrangement, isArrangement } from "../layout/arrangement";
import { type Anchor, isZoom, type Zoom } from "../layout/zoom";

/** The reader's position in the document, and how the document is shown. */
export interface ViewLocation {
	/** The point of the document at the middle of the window's upper edge. */
	readonly anchor: Anchor;
	/** The current page. */
	readonly page: number;
	readonly zoom: Zoom;
	readonly arrangement: Arrangement;
	/** The number of quarter turns to the right, from 0 to 3. */
	readonly quarters: number;
	/** Whether the pages are shown as reflowed text; absent in locations that an older version stored. */
	readonly reflowed?: boolean;
}

/** Parses a stored location; returns undefined for anything else. */
export function parseViewLocation(value: unknown): ViewLocation | undefined {
	if (typeof value !== "object" || value === null) {
		return undefined;
	}
	const { anchor, page, zoom, arrangement, quarters, reflowed = false } = value as Partial<ViewLocation>;
	const numbers = [anchor?.page, anchor?.x, anchor?.y, page, quarters];
	const isKnown = isArrangement(arrangement) && isZoom(zoom) && typeof reflowed === "boolean";
	if (!numbers.every(Number.isFinite) || !isKnown) {
		return undefined;
	}
	return isQuarters(quarters) && isPage(page) && isPage(anchor?.page) ? (value as ViewLocation) : undefined;
}

function isPage(page: number | undefined): boolean {
	return page !== undefined && Number.isInteger(page) && page >= 1;
}

function isQuarters(quarters: number | undefined): boolean {
	return quarters === 0 || quarters === 1 || quarters === 2 || quarters === 3;
}
