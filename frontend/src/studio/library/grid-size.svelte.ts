import { MediaQuery } from "svelte/reactivity";
import { layOutTiles } from "../../core/lists/tiling";
import { type CellLayout, tileSizes } from "./grid-cells";

/** The space above and below the tiles, in pixels. */
export const padding = 14;
/** The padding of a card, in pixels. */
const cardPadding = 8;
/** The space between the tags on a card and the edges of its picture, in pixels. */
const tagsInset = 6;
/** The minimum width, in rem, of an area with room for the columns of the list. */
const minListWidth = 48.2;
/** The width, in rem, that a row with two lines needs besides the name of the document. */
const compactWidth = 6;

/**
 * The layout of the library's documents, and the sizes of its cards or rows. They are computed from the widths and the
 * text size that the page has measured.
 */
export class GridSize {
	/** The width of the area with the documents, without the space to the left and right of it, in pixels. */
	width = $state(0);
	/** The width of 10 rem in pixels, that is, ten times the size of the page's text. */
	tenRem = $state(160);
	/** The width in pixels of the column of names in the list. */
	columnWidth = $state(0);
	/** The width in pixels of the column of tags in the list; 0 if the list has none. */
	tagsColumnWidth = $state(0);
	readonly #view: () => "grid" | "list";
	readonly #count: () => number;
	readonly #touchScreen = new MediaQuery("(pointer: coarse)");

	/** `view` returns the current view, `count` the number of documents. */
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
		layOutTiles(
			this.#count(),
			Math.max(this.width, 1),
			tileSizes(this.layout, this.#rem, this.#touchScreen.current),
		),
	);

	/** The width in pixels that is available for the name of a document. */
	readonly nameWidth = $derived.by(
		() =>
			({
				grid: this.tiling.tileWidth - 2 * cardPadding,
				list: this.columnWidth,
				compact: this.width - compactWidth * this.#rem,
			})[this.layout],
	);

	/** The width in pixels that is available for the tags of a document. */
	readonly tagsWidth = $derived.by(() =>
		this.layout === "grid" ? this.nameWidth - 2 * tagsInset : this.tagsColumnWidth,
	);
}
