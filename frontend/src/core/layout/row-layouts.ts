import { centeredWidth, type Frame, type Layout, type Rect } from "./layout";
import { lastAtMost, type PageSizes } from "./page-sizes";

/** The space between the two pages of a spread, in CSS pixels. */
export const spreadGap = 4;

/** A grid of pages. */
interface Grid {
	/** The number of pages in a full row. */
	readonly columns: number;
	/** The number of empty cells before page 1. */
	readonly emptyCells: number;
	/** Returns the left edge of a page of a given width in a column. */
	readonly leftOf: (column: number, width: number) => number;
}

/** Lays pages out in pairs, as in an open book. With a cover, page 1 is alone on the right. */
export function spreadLayout(sizes: PageSizes, scale: number, frame: Frame, cover: boolean): Layout {
	const widest = widestOf(sizes) * scale;
	const width = centeredWidth(2 * widest + spreadGap, frame);
	const leftOf = (column: number, pageWidth: number) =>
		width / 2 + (column === 0 ? -spreadGap / 2 - pageWidth : spreadGap / 2);
	return rowsLayout(sizes, scale, frame, width, { columns: 2, emptyCells: cover ? 1 : 0, leftOf });
}

/** Lays out as many pages in a row as the window has room for, each centered in its cell. */
export function posterLayout(sizes: PageSizes, scale: number, frame: Frame): Layout {
	const cell = widestOf(sizes) * scale;
	const available = frame.width - 2 * frame.gutter + frame.gap;
	const columns = Math.max(Math.floor((available + 0.5) / (cell + frame.gap)), 1);
	const used = Math.max(Math.min(columns, sizes.count), 1) * (cell + frame.gap) - frame.gap;
	const width = centeredWidth(used, frame);
	const first = (width - used) / 2;
	const leftOf = (column: number, pageWidth: number) =>
		first + column * (cell + frame.gap) + (cell - pageWidth) / 2;
	return rowsLayout(sizes, scale, frame, width, { columns, emptyCells: 0, leftOf });
}

function widestOf(sizes: PageSizes): number {
	return sizes.runs.reduce((widest, [, width]) => Math.max(widest, width), 0);
}

function rowsLayout(sizes: PageSizes, scale: number, frame: Frame, width: number, grid: Grid): Layout {
	const { columns, emptyCells } = grid;
	const { count } = sizes;
	const heights = rowHeights(sizes, grid);
	const tops: number[] = [];
	let next = frame.margin;
	for (const height of heights) {
		tops.push(next);
		next += height * scale + frame.gap;
	}
	const cellOf = (page: number) => page - 1 + emptyCells;
	const pageOf = (cell: number) => Math.min(Math.max(cell - emptyCells + 1, 1), count);
	function rect(page: number): Rect {
		const size = sizes.size(page);
		const [pageWidth, height] = [size.width * scale, size.height * scale];
		const row = Math.floor(cellOf(page) / columns);
		const offset = ((heights[row] ?? 0) * scale - height) / 2;
		return {
			left: grid.leftOf(cellOf(page) % columns, pageWidth),
			top: (tops[row] ?? 0) + offset,
			width: pageWidth,
			height,
		};
	}
	return {
		count,
		width,
		height: (count > 0 ? next - frame.gap : next) + frame.margin,
		isHorizontal: false,
		rect,
		pageAt(x, y) {
			if (count === 0) {
				return 0;
			}
			const row = lastAtMost(tops, y);
			let page = pageOf(row * columns);
			const last = pageOf(row * columns + columns - 1);
			while (page < last && rect(page + 1).left <= x) {
				page++;
			}
			return page;
		},
		row(page) {
			const first = cellOf(page) - (cellOf(page) % columns);
			return { first: pageOf(first), last: pageOf(first + columns - 1) };
		},
	};
}

/** Returns the height of each row in points, which is that of its highest page. */
function rowHeights(sizes: PageSizes, { columns, emptyCells }: Grid): number[] {
	const heights: number[] = [];
	let cell = emptyCells;
	for (const [count, , height] of sizes.runs) {
		for (const end = cell + count; cell < end; cell++) {
			const row = Math.floor(cell / columns);
			heights[row] = Math.max(heights[row] ?? 0, height);
		}
	}
	return heights;
}
