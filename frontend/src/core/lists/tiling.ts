/** The layout of tiles of equal size in rows. Only tiles near the window are drawn. Lengths are in CSS pixels. */
export interface Tiling {
	readonly count: number;
	readonly columns: number;
	/** The distance from the left edge of a tile to that of the next tile in the row. */
	readonly stepX: number;
	/** The distance from the top of a row to that of the next row. */
	readonly stepY: number;
	/** The width of a tile. */
	readonly tileWidth: number;
	readonly tileHeight: number;
	/** The height of all rows together. */
	readonly height: number;
}

/** The requested sizes of tiles. */
export interface TileSizes {
	/** The minimum width of a tile; tiles share the remaining space. Infinity puts one tile in a row. */
	readonly minWidth: number;
	/** Returns the height of a tile for its width. */
	readonly height: (width: number) => number;
	readonly gap: number;
}

/** Lays tiles out in a window of a given width. */
export function layOutTiles(count: number, width: number, { minWidth, height, gap }: TileSizes): Tiling {
	const columns = Math.max(Math.floor((width + gap) / (minWidth + gap)), 1);
	const tileWidth = Math.max((width - gap * (columns - 1)) / columns, 1);
	const tileHeight = height(tileWidth);
	const rows = Math.ceil(count / columns);
	const stepY = tileHeight + gap;
	return {
		count,
		columns,
		tileWidth,
		tileHeight,
		stepX: tileWidth + gap,
		stepY,
		height: rows === 0 ? 0 : rows * stepY - gap,
	};
}

/**
 * Returns the range of tiles, from `first` to `end` (exclusive), that overlap a vertical range, plus `overscan` rows on
 * either side.
 */
export function tilesWithin(
	{ columns, stepY, count }: Tiling,
	top: number,
	bottom: number,
	overscan: number,
): { first: number; end: number } {
	const firstRow = Math.max(Math.floor(top / stepY) - overscan, 0);
	const endRow = Math.max(Math.ceil(bottom / stepY) + overscan, firstRow);
	return { first: Math.min(firstRow * columns, count), end: Math.min(endRow * columns, count) };
}

/** Returns the top left corner of a tile. */
export function tileCorner({ columns, stepX, stepY }: Tiling, index: number): { left: number; top: number } {
	return { left: (index % columns) * stepX, top: Math.floor(index / columns) * stepY };
}

/** Returns the scroll position nearest to the current one that shows the whole tile in a window of a given height. */
export function scrollToTile(tiling: Tiling, index: number, scrollTop: number, height: number): number {
	const { top } = tileCorner(tiling, index);
	const bottom = top + tiling.tileHeight;
	if (top < scrollTop) {
		return top;
	}
	return bottom > scrollTop + height ? bottom - height : scrollTop;
}

/** A key that moves between tiles. */
export type TileKey =
	"ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End" | "PageUp" | "PageDown";

const tileKeys: readonly string[] = [
	"ArrowLeft",
	"ArrowRight",
	"ArrowUp",
	"ArrowDown",
	"Home",
	"End",
	"PageUp",
	"PageDown",
] satisfies TileKey[];

/** Reports whether a key moves between tiles. */
export function isTileKey(key: string): key is TileKey {
	return tileKeys.includes(key);
}

/** Returns the tile that a key moves to, in a window that shows `rows` rows. */
export function nextTile({ columns, count }: Tiling, index: number, key: TileKey, rows: number): number {
	const steps: Readonly<Record<TileKey, number>> = {
		ArrowLeft: -1,
		ArrowRight: 1,
		ArrowUp: -columns,
		ArrowDown: columns,
		PageUp: -columns * Math.max(rows, 1),
		PageDown: columns * Math.max(rows, 1),
		Home: -index,
		End: count - 1 - index,
	};
	const next = index + steps[key];
	if (key === "ArrowUp" || key === "PageUp") {
		return next < 0 ? (key === "PageUp" ? index % columns : index) : next;
	}
	if (key === "ArrowDown" && next >= count) {
		const lastRow = Math.floor((count - 1) / columns);
		return Math.floor(index / columns) < lastRow ? count - 1 : index;
	}
	return Math.min(Math.max(next, 0), Math.max(count - 1, 0));
}
