import type { LibraryDocument } from "../../api/library";
import type { IndexRange } from "../../core/lists/chunks";
import type { TileSizes } from "../../core/lists/tiling";

/**
 * The layout of documents: `grid` shows cards, `list` shows rows of a table, and `compact` shows rows of two lines in a
 * narrow window.
 */
export type CellLayout = "grid" | "list" | "compact";

/** The text size in pixels for which the sizes in this file are defined. */
const usualSize = 16;

/**
 * Returns the sizes of cards or rows. They are proportional to `rem`, the size of the page's text in pixels.
 * `isTouchScreen` reports whether the screen is a touch screen, which needs higher rows.
 */
export function tileSizes(layout: CellLayout, rem: number, isTouchScreen: boolean): TileSizes {
	const scale = rem / usualSize;
	switch (layout) {
		case "grid":
			return {
				minWidth: 172 * scale,
				height: (width) => Math.round(width * 0.95 + 16 + 64 * scale),
				gap: 8,
			};
		case "list":
			return { minWidth: Infinity, height: () => (isTouchScreen ? 48 : 40) * scale, gap: 8 };
		case "compact":
			return { minWidth: Infinity, height: () => 56 * scale, gap: 0 };
	}
}

/** A cell of the list, with the document at its index. */
export interface Cell {
	readonly index: number;
	readonly document: LibraryDocument | undefined;
	/**
	 * The key that identifies the cell when the list is rendered again. It is the document's id, so that a card keeps
	 * its elements, such as a focused button, when the list changes.
	 */
	readonly key: string | number;
}

/**
 * Returns empty cells for fast scrolling. Their keys are positions in the visible range, so that elements are reused.
 */
export function placeholderCells(visibleRange: IndexRange): Cell[] {
	return indexesOf(visibleRange).map((index, slot) => ({ index, document: undefined, key: slot }));
}

/** Returns the cells of the visible range, and the cell with the keyboard focus, even if it is not visible. */
export function documentCells(
	visibleRange: IndexRange,
	active: number,
	total: number,
	at: (index: number) => LibraryDocument | undefined,
): Cell[] {
	const indexes = indexesOf(visibleRange);
	if (active < total && (active < visibleRange.first || active >= visibleRange.end)) {
		indexes.push(active);
	}
	const ids = new Set<string>(); // while the list changes, two parts may contain the same document
	return indexes.map((index) => {
		const document = at(index);
		const isDuplicate = document === undefined || ids.has(document.id);
		ids.add(document?.id ?? "");
		return { index, document, key: isDuplicate ? index : document.id };
	});
}

function indexesOf({ first, end }: IndexRange): number[] {
	return Array.from({ length: end - first }, (_, offset) => first + offset);
}

/** Returns the index of the document that an event targets; undefined if it targets none. */
export function indexOfEvent(event: Event): number | undefined {
	const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
	return cell === null ? undefined : Number(cell.dataset["index"]);
}

/** Reports whether an event targets a control on a document, and not the document itself. */
export function isOnControl(event: Event): boolean {
	return (event.target as HTMLElement).closest("button") !== null;
}

/** Reports whether a click was made with a finger. */
export function isTouch(event: MouseEvent): boolean {
	return event instanceof PointerEvent && event.pointerType === "touch";
}

/**
 * Opens the context menu of the document in a cell, at a distance in pixels from the upper left corner. Browsers open
 * the context menu themselves when the menu key is pressed, but the web view of the desktop program does not.
 */
export function openMenuOf(cell: HTMLElement | null, distance: number): void {
	const { left = 0, top = 0 } = cell?.getBoundingClientRect() ?? {};
	const pointer = { clientX: left + distance, clientY: top + distance, button: 2 };
	cell?.dispatchEvent(new MouseEvent("contextmenu", { ...pointer, bubbles: true, cancelable: true }));
}
