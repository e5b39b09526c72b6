import { layOutTiles } from "../../core/lists/tiling";
import { type CellLayout, tileSizes } from "./grid-cells";

/** The padding around the tiles, in pixels. */
export const padding = 14;
/** The padding of a card around its name, in pixels. */
const cardPadding = 10;
/** The width of a window, in sizes of its text, that has room for the columns of the list. */
const minListWidth = 48.2;
/** The width of a row of two lines without its name, in sizes of the text. */
const compactWidth = 6;

/** The sizes of the documents in the library. They follow the widths and the size of text that the page measures. */
export class GridSize {
	/** The width of the area of the documents in pixels. */
	width = $state(0);
	/** Ten times the size of the page's text in pixels. */
	tenRem = $state(160);
	/** The width in pixels of the column of names in the list. */
	columnWidth = $state(0);
	readonly #view: () => "grid" | "list";
	readonly #count: () => number;

	/** `view` and `count` return the current view, and the number of documents. */
	constructor(view: () => "grid" | "list", count: () => number) {
		this.#view = view;
		this.#count = count;
	}

	get #rem(): number {
		return this.tenRem / 10;
	}

	readonly layout: CellLayout = $derived.by(() =>
		this.#view() === "list" && this.width > 0 && this.width < minListWidth * this.#rem
			? "compact"
			: this.#view(),
	);

	readonly tiling = $derived.by(() =>
		layOutTiles(this.#count(), Math.max(this.width - 2 * padding, 1), tileSizes(this.layout, this.#rem)),
	);

	/** The width of a name in pixels. */
	readonly nameWidth = $derived.by(
		() =>
			({
				grid: this.tiling.tileWidth - 2 * cardPadding,
				list: this.columnWidth,
				compact: this.width - 2 * padding - compactWidth * this.#rem,
			})[this.layout],
	);
}
