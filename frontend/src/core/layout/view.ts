import type { Arrangement } from "./arrangement";
import type { Zoom, ZoomBounds } from "./zoom";

/** The position of the window in the document, in CSS pixels from the document's top left corner. */
export interface Position {
	readonly left: number;
	readonly top: number;
}

/** A point of the window in CSS pixels from its top left corner. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** A part of a page, in points from its top. */
export interface PagePart {
	readonly page: number;
	readonly start: number;
	readonly end: number;
}

/** The part of the document that the window shows. */
export interface View {
	readonly page: number;
	/**
	 * The part of the current page that the reader has reached: from the window's upper edge, which may be above the
	 * page, to the middle of the visible part.
	 */
	readonly reached: PagePart;
	/** The last page in the row of the current page. */
	readonly lastInRow: number;
	readonly count: number;
	readonly arrangement: Arrangement;
	/** Whether the pages are shown as reflowed text. */
	readonly reflowed: boolean;
	/** Whether the window is at the start or the end of the document in the direction of the pages. */
	readonly atStart: boolean;
	readonly atEnd: boolean;
	/** The number of quarter turns to the right by which the pages are rotated. */
	readonly quarters: number;
	readonly zoom: Zoom;
	/** The displayed size of the page as a factor of its actual size. */
	readonly factor: number;
	readonly bounds: ZoomBounds;
}
