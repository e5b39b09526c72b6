import { centredWidth, type Frame, type Layout, type Rect } from "./layout";
import { lastAtMost, type PageSizes } from "./page-sizes";

/** CSS pixels between the two pages of a spread. */
export const spreadGap = 4;

/** How pages stand in rows. */
interface Grid {
	/** Pages of a full row. */
	readonly columns: number;
	/** Places that stay empty before page 1. */
	readonly lead: number;
	/** The left edge of a page of a width in a column. */
	readonly left: (column: number, width: number) => number;
}

/** Pages in pairs as in an open book, with page 1 on the right by itself where it is a cover. */
export function spreadLayout(sizes: PageSizes, scale: number, frame: Frame, cover: boolean): Layout {
	const widest = widestOf(sizes) * scale;
	const width = centredWidth(2 * widest + spreadGap, frame);
	const left = (column: number, own: number) =>
		width / 2 + (column === 0 ? -spreadGap / 2 - own : spreadGap / 2);
	return rowsLayout(sizes, scale, frame, width, { columns: 2, lead: cover ? 1 : 0, left });
}

/** As many pages beside each other as the window has room for, each in the middle of its place. */
export function posterLayout(sizes: PageSizes, scale: number, frame: Frame): Layout {
	const cell = widestOf(sizes) * scale;
	const room = frame.width - 2 * frame.gutter + frame.gap;
	const columns = Math.max(Math.floor((room + 0.5) / (cell + frame.gap)), 1);
	const used = Math.max(Math.min(columns, sizes.count), 1) * (cell + frame.gap) - frame.gap;
	const width = centredWidth(used, frame);
	const first = (width - used) / 2;
	const left = (column: number, own: number) => first + column * (cell + frame.gap) + (cell - own) / 2;
	return rowsLayout(sizes, scale, frame, width, { columns, lead: 0, left });
}

function widestOf(sizes: PageSizes): number {
	return sizes.runs.reduce((most, [, width]) => Math.max(most, width), 0);
}

function rowsLayout(sizes: PageSizes, scale: number, frame: Frame, width: number, grid: Grid): Layout {
	const { columns, lead } = grid;
	const { count } = sizes;
	const heights = rowHeights(sizes, grid);
	const tops: number[] = [];
	let next = frame.margin;
	for (const height of heights) {
		tops.push(next);
		next += height * scale + frame.gap;
	}
	const placeOf = (page: number) => page - 1 + lead;
	const pageOf = (place: number) => Math.min(Math.max(place - lead + 1, 1), count);
	function rect(page: number): Rect {
		const size = sizes.size(page);
		const [own, height] = [size.width * scale, size.height * scale];
		const row = Math.floor(placeOf(page) / columns);
		const above = ((heights[row] ?? 0) * scale - height) / 2;
		return {
			left: grid.left(placeOf(page) % columns, own),
			top: (tops[row] ?? 0) + above,
			width: own,
			height,
		};
	}
	return {
		count,
		width,
		height: (count > 0 ? next - frame.gap : next) + frame.margin,
		across: false,
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
			const first = placeOf(page) - (placeOf(page) % columns);
			return { first: pageOf(first), last: pageOf(first + columns - 1) };
		},
	};
}

/** The height of each row in points: that of its highest page. */
function rowHeights(sizes: PageSizes, { columns, lead }: Grid): number[] {
	const heights: number[] = [];
	let place = lead;
	for (const [count, , height] of sizes.runs) {
		for (const end = place + count; place < end; place++) {
			const row = Math.floor(place / columns);
			heights[row] = Math.max(heights[row] ?? 0, height);
		}
	}
	return heights;
}
