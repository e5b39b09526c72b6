import { lastAtMost, type PageSizes } from "./sizes";

/** A box in CSS pixels of the document, origin at the top left of the whole layout. */
export interface Rect {
	readonly left: number;
	readonly top: number;
	readonly width: number;
	readonly height: number;
}

/** The room that pages are laid out in, in CSS pixels. */
export interface Frame {
	/** Width and height of the window onto the document. */
	readonly width: number;
	readonly height: number;
	/** Room left and right of the widest page. */
	readonly gutter: number;
	/** Room above the first and below the last page. */
	readonly margin: number;
	/** Room between two pages. */
	readonly gap: number;
}

/** Where every page lies. Pages count from 1; no method costs more than the logarithm of the sizes' runs. */
export interface Layout {
	readonly count: number;
	readonly width: number;
	readonly height: number;
	rect(page: number): Rect;
	/** The page at a height, or the nearest one; 0 where there are no pages. */
	pageAt(y: number): number;
}

/** One page below the other, each centred. `scale` is CSS pixels per point. */
export function columnLayout(sizes: PageSizes, scale: number, frame: Frame): Layout {
	const tops: number[] = [];
	let top = frame.margin;
	let widest = 0;
	for (const [count, width, height] of sizes.runs) {
		tops.push(top);
		top += count * (height * scale + frame.gap);
		widest = Math.max(widest, width * scale);
	}
	const bottom = sizes.count > 0 ? top - frame.gap : top;
	// Browsers scroll by whole pixels: the middle is as many of them from the left edge as from the right one.
	const beside = Math.ceil(Math.max(widest + 2 * frame.gutter - frame.width, 0) / 2);
	const width = frame.width + 2 * beside;

	function rect(page: number): Rect {
		const index = sizes.runOf(page);
		const [, pageWidth, pageHeight] = sizes.run(index);
		const stride = pageHeight * scale + frame.gap;
		return {
			left: (width - pageWidth * scale) / 2,
			top: (tops[index] ?? 0) + (page - sizes.firstOf(index)) * stride,
			width: pageWidth * scale,
			height: pageHeight * scale,
		};
	}

	function pageAt(y: number): number {
		if (sizes.count === 0) {
			return 0;
		}
		const index = lastAtMost(tops, y);
		const [count, , pageHeight] = sizes.run(index);
		const within = Math.floor((y - (tops[index] ?? 0)) / (pageHeight * scale + frame.gap));
		return sizes.firstOf(index) + Math.min(Math.max(within, 0), count - 1);
	}

	return { count: sizes.count, width, height: bottom + frame.margin, rect, pageAt };
}
