/** Tiles of equal size in rows, of which only those near the window are drawn. Lengths are in CSS pixels. */
export interface Tiling {
	readonly count: number;
	readonly columns: number;
	/** From the left edge of a tile to that of the next one. */
	readonly stepX: number;
	/** From the top of a row to that of the next one. */
	readonly stepY: number;
	/** What a tile covers. */
	readonly tileWidth: number;
	readonly tileHeight: number;
	/** What all rows need. */
	readonly height: number;
}

/** What tiles are to look like. */
export interface TileSizes {
	/** The least width of a tile; wider ones share what room is left. Infinity puts one tile in a row. */
	readonly least: number;
	/** The height of a tile by its width. */
	readonly height: (width: number) => number;
	readonly gap: number;
}

/** Lays tiles out in a window of a width. */
export function tile(count: number, width: number, { least, height, gap }: TileSizes): Tiling {
	const columns = Math.max(Math.floor((width + gap) / (least + gap)), 1);
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

/** Which tiles touch a stretch of the height, with `spare` rows around them: from `first` up to, but not with, `end`. */
export function tilesWithin(
	{ columns, stepY, count }: Tiling,
	top: number,
	bottom: number,
	spare: number,
): { first: number; end: number } {
	const firstRow = Math.max(Math.floor(top / stepY) - spare, 0);
	const endRow = Math.max(Math.ceil(bottom / stepY) + spare, firstRow);
	return { first: Math.min(firstRow * columns, count), end: Math.min(endRow * columns, count) };
}

/** Where a tile's left upper corner is. */
export function tileCorner({ columns, stepX, stepY }: Tiling, index: number): { left: number; top: number } {
	return { left: (index % columns) * stepX, top: Math.floor(index / columns) * stepY };
}

/** Where to scroll so that a tile is seen whole in a window of a height: as little as possible. */
export function scrollToTile(tiling: Tiling, index: number, scrolled: number, height: number): number {
	const { top } = tileCorner(tiling, index);
	const bottom = top + tiling.tileHeight;
	if (top < scrolled) {
		return top;
	}
	return bottom > scrolled + height ? bottom - height : scrolled;
}

/** A key that moves among tiles. */
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

/** Whether a key moves among tiles. */
export function isTileKey(key: string): key is TileKey {
	return tileKeys.includes(key);
}

/** The tile that a key leads to, in a window that shows `rows` rows. */
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
