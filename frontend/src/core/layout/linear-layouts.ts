import { centeredWidth, type Frame, type Layout, type Rect } from "./layout";
import { lastAtMost, type PageSizes } from "./page-sizes";

/** The positions of pages along a line, one after the other. */
interface Line {
	/** The end of the last page. */
	readonly end: number;
	startOf(page: number): number;
	pageAt(position: number): number;
}

/**
 * Lays out pages below each other, each centered. `scale` is in CSS pixels per point. The cost of each method of the
 * layout is at most logarithmic in the number of size runs.
 */
export function columnLayout(sizes: PageSizes, scale: number, frame: Frame): Layout {
	const line = lineOf(sizes, frame.margin, frame.gap, (_, height) => height * scale);
	const widest = sizes.runs.reduce((widest, [, width]) => Math.max(widest, width * scale), 0);
	const width = centeredWidth(widest, frame);
	return {
		count: sizes.count,
		width,
		height: line.end + frame.margin,
		isHorizontal: false,
		rect(page): Rect {
			const size = sizes.size(page);
			const extent = size.width * scale;
			return {
				left: (width - extent) / 2,
				top: line.startOf(page),
				width: extent,
				height: size.height * scale,
			};
		},
		pageAt: (_, y) => line.pageAt(y),
		row: (page) => ({ first: page, last: page }),
	};
}

/**
 * Lays out pages beside each other, each vertically centered. A page that is narrower than `minCellWidth` CSS pixels is
 * centered in a cell of that width.
 */
export function horizontalLayout(sizes: PageSizes, scale: number, frame: Frame, minCellWidth = 0): Layout {
	const lengthOf = (width: number) => Math.max(width * scale, minCellWidth);
	const line = lineOf(sizes, frame.gutter, frame.gap, lengthOf);
	const highest = sizes.runs.reduce((widest, [, , height]) => Math.max(widest, height * scale), 0);
	const height = Math.max(highest + 2 * frame.margin, frame.height);
	// Center a row of pages that is shorter than the window.
	const left = Math.max(frame.width - line.end - frame.gutter, 0) / 2;
	return {
		count: sizes.count,
		width: Math.max(line.end + frame.gutter, frame.width),
		height,
		isHorizontal: true,
		rect(page): Rect {
			const size = sizes.size(page);
			const extent = size.height * scale;
			return {
				left: left + line.startOf(page) + (lengthOf(size.width) - size.width * scale) / 2,
				top: (height - extent) / 2,
				width: size.width * scale,
				height: extent,
			};
		},
		pageAt: (x) => line.pageAt(x - left),
		row: (page) => ({ first: page, last: page }),
	};
}

/**
 * Returns the positions of pages along a line from `start` on. `lengthOf` returns the length of a page from its width
 * and height.
 */
function lineOf(
	sizes: PageSizes,
	start: number,
	gap: number,
	lengthOf: (width: number, height: number) => number,
): Line {
	const starts: number[] = [];
	let next = start;
	for (const [count, width, height] of sizes.runs) {
		starts.push(next);
		next += count * (lengthOf(width, height) + gap);
	}
	const strideOf = (run: number) => {
		const [, width, height] = sizes.run(run);
		return lengthOf(width, height) + gap;
	};
	return {
		end: sizes.count > 0 ? next - gap : next,
		startOf(page) {
			const run = sizes.runOf(page);
			return (starts[run] ?? 0) + (page - sizes.firstOf(run)) * strideOf(run);
		},
		pageAt(position) {
			if (sizes.count === 0) {
				return 0;
			}
			const run = lastAtMost(starts, position);
			const index = Math.floor((position - (starts[run] ?? 0)) / strideOf(run));
			return sizes.firstOf(run) + Math.min(Math.max(index, 0), sizes.run(run)[0] - 1);
		},
	};
}
