import { type Arrangement, layoutOf, scaleOf } from "./arrangement";
import { heldAgain, type Hold, holdOf, type Reading, turned } from "./scroll-anchor";
import { type Frame, type Layout, type Rect, rowRect } from "./layout";
import { fits, leftAtPage, settledLeft, settledTop } from "./horizontal-scroll";
import { PageSizes, type SizeRun } from "./page-sizes";
import { TextHeights } from "./text-heights";
import type { Target } from "../text/page-text";
import { currentPage } from "./visible-pages";
import {
	actualSize,
	type Anchor,
	anchorAt,
	clampZoom,
	pointOf,
	type Zoom,
	type ZoomBounds,
	zoomBounds,
} from "./zoom";

/** Where the window onto the document stands, in CSS pixels from the document's top left corner. */
export interface Position {
	readonly left: number;
	readonly top: number;
}

/** A point of the window in CSS pixels from its top left corner. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** What a window shows. */
export interface View {
	readonly page: number;
	/** The last page beside that. */
	readonly last: number;
	readonly count: number;
	readonly arrangement: Arrangement;
	/** Nothing lies before what the window shows along the way of the pages, and nothing behind it. */
	readonly atStart: boolean;
	readonly atEnd: boolean;
	/** Quarters of a circle by which pages are turned to the right. */
	readonly quarters: number;
	readonly zoom: Zoom;
	/** Size on screen as a factor of the actual size. */
	readonly factor: number;
	readonly bounds: ZoomBounds;
}

/** Stands for the current page's size where there is none. */
const noSize = { width: 595, height: 842 };

/** CSS pixels that a column of reading text is wide, where there is room: 60 to 75 letters a line. */
const textWidth = 720;

/** Pixels that what is brought into sight keeps from the window's edges. */
const sightRoom = 80;

/** A document's pages as they are laid out for a window: how they lie, how large, and where the window must stand. */
export class Scene {
	readonly #text: boolean;
	/** As the document has them, and as they are turned or set. */
	#original = new PageSizes([]);
	#sizes = this.#original;
	#arrangement: Arrangement = "normal";
	#quarters = 0;
	/** The zoom of each arrangement that was used. */
	readonly #zooms = new Map<Arrangement, Zoom>();
	readonly #heights = new TextHeights();
	#scale = actualSize;
	#layout: Layout;

	/** `text` says that pages are reading text, which is as high as it is. */
	constructor(
		text: boolean,
		public frame: Frame,
	) {
		this.#text = text;
		this.#layout = layoutOf(this.#arrangement, this.#sizes, this.#scale, frame);
	}

	/** Where every page lies. */
	get layout(): Layout {
		return this.#layout;
	}

	/** The pages' sizes, as the document has them. */
	get sizes(): PageSizes {
		return this.#original;
	}

	get count(): number {
		return this.#sizes.count;
	}

	/** CSS pixels per point. */
	get scale(): number {
		return this.#scale;
	}

	get arrangement(): Arrangement {
		return this.#arrangement;
	}

	/** Quarters of a circle by which pages are turned to the right. */
	get quarters(): number {
		return this.#quarters;
	}

	get zoom(): Zoom {
		return this.#zooms.get(this.#arrangement) ?? "auto";
	}

	/** What follows changes nothing until it is laid out. */
	setPages(runs: readonly SizeRun[]): void {
		this.#original = new PageSizes(runs);
		this.turnTo(this.#quarters);
	}

	turnTo(quarters: number): void {
		this.#quarters = quarters;
		this.#sizes = this.#original.turned(quarters);
	}

	arrange(arrangement: Arrangement): void {
		this.#arrangement = arrangement;
	}

	/** Sets the zoom of the present arrangement, a factor within the bounds of a page. */
	setZoom(zoom: Zoom, page: number): void {
		this.#zooms.set(this.#arrangement, typeof zoom === "number" ? clampZoom(zoom, this.#bounds(page)) : zoom);
	}

	/** Notes heights of pages of reading text in CSS pixels; says whether one is another than before. */
	noteHeights(heights: Iterable<readonly [page: number, height: number]>): boolean {
		return [...heights].filter(([page, height]) => height > 0 && this.#heights.note(page, height)).length > 0;
	}

	/** Lays the pages out anew; zooms that fit go by the size of a page, 0 for none. */
	layOut(page: number): void {
		if (this.#text) {
			this.#setText();
		}
		if (page > 0) {
			const size = this.#sizes.size(Math.min(page, this.count));
			this.#scale = scaleOf(this.#arrangement, this.zoom, size, this.frame);
		}
		this.#layout = layoutOf(this.#arrangement, this.#sizes, this.#scale, this.frame);
	}

	/** What the window shows at a position. */
	area({ left, top }: Position): Rect {
		return { left, top, width: this.frame.width, height: this.frame.height };
	}

	/** The page that is in the middle there. */
	currentPage(position: Position): number {
		return currentPage(this.#layout, this.area(position));
	}

	/** The nearest page that there is; 0 where there is none. */
	existing(page: number): number {
		return Math.min(Math.max(page, 1), this.count);
	}

	/** What is to be seen at a position, of which a page is read. */
	view(page: number, position: Position): View {
		return {
			page,
			last: page > 0 ? this.#layout.row(page).last : 0,
			count: this.count,
			arrangement: this.#arrangement,
			...this.#ends(position),
			quarters: this.#quarters,
			zoom: this.zoom,
			factor: this.#scale / actualSize,
			bounds: this.#bounds(page),
		};
	}

	/** Whether left and right move within a page, because it is wider than the window. */
	pansSideways(page: number): boolean {
		return page > 0 && !this.#layout.across && !fits(rowRect(this.#layout, page), this.frame);
	}

	/** The document's point under a point of the window. */
	anchor({ left, top }: Position, at: Point): Anchor | undefined {
		return anchorAt(this.#layout, left + at.x, top + at.y);
	}

	/** What the window is held at while pages become larger or smaller, so that a page stays in it; undefined for none. */
	hold(page: number, position: Position): Hold | undefined {
		return page > 0 ? holdOf(this.#layout, page, this.area(position), this.frame.gap) : undefined;
	}

	/** What is read of a page. */
	reading(page: number, position: Position): Reading | undefined {
		const hold = this.hold(page, position);
		return (
			hold && {
				page,
				arrangement: this.#arrangement,
				quarters: this.#quarters,
				hold,
				above: this.#layout.rect(page).top - position.top,
			}
		);
	}

	/** The position at which the same is read as before; undefined where only its page can be gone to. */
	rereading(reading: Reading): Position | undefined {
		const hold = heldAgain(reading, this.#arrangement, this.#quarters);
		return hold && this.bringing(hold.anchor, hold.at, reading.page);
	}

	/** Whether something of a page is in the window. */
	shows(page: number, position: Position): boolean {
		const rect = this.#layout.rect(page);
		const { left, top, width, height } = this.area(position);
		return (
			rect.left < left + width &&
			rect.left + rect.width > left &&
			rect.top < top + height &&
			rect.top + rect.height > top
		);
	}

	/** The position that brings an anchor to a point of the window, as far as a page allows it. */
	bringing(anchor: Anchor, at: Point, page: number): Position {
		const point = pointOf(this.#layout, anchor);
		return this.shownBest(page, { left: point.x - at.x, top: point.y - at.y });
	}

	/** The position next to a wished one at which a page is shown best across the way of the pages. */
	shownBest(page: number, { left, top }: Position): Position {
		return this.#layout.across
			? { left, top: settledTop(this.#layout.rect(page), this.frame, top) }
			: { left: settledLeft(rowRect(this.#layout, page), this.frame, left), top };
	}

	/** The position of which a page begins in the window, coming from another page and position. */
	beginning(page: number, from: number, { left, top }: Position): Position {
		const rect = this.#layout.rect(page);
		return this.#layout.across
			? this.going(page, from, { left: rect.left + rect.width / 2 - this.frame.width / 2, top })
			: this.going(page, from, { left, top: rowRect(this.#layout, page).top - this.frame.gap });
	}

	/** The position next to a wished one that is gone to from one page to another. */
	going(page: number, from: number, { left, top }: Position): Position {
		return this.#layout.across
			? this.shownBest(page, { left, top })
			: { left: leftAtPage(this.#layout, this.frame, { from, to: page, left }), top };
	}

	/** The position in which the window shows where a link leads to; undefined where that is only a page. */
	following({ page = 1, left = 0, top }: Target, from: number): Position | undefined {
		if (this.existing(page) !== page || top === undefined) {
			return undefined;
		}
		const size = this.#original.size(page);
		const point = this.#turned(page, left / size.width, top / size.height);
		return this.going(page, from, { left: point.x - this.frame.gutter, top: point.y - this.frame.gap });
	}

	/** The position that has a part of a page in sight, fractions of its sides; undefined where it is in sight at one. */
	revealing(page: number, x: number, y: number, { left, top }: Position): Position | undefined {
		const { width, height } = this.frame;
		const point = this.#turned(page, x, y);
		const seenX = isWithin(point.x - left, width);
		const seenY = isWithin(point.y - top, height);
		if (seenX && seenY) {
			return undefined;
		}
		const rect = this.#layout.rect(page);
		return {
			left: seenX ? left : settledLeft(rect, this.frame, point.x - width / 2),
			top: seenY ? top : point.y - height / 3,
		};
	}

	/** Gives pages of reading text the sizes that they have at the present zoom. */
	#setText(): void {
		const factor = typeof this.zoom === "number" ? this.zoom : 1;
		const width = Math.max(Math.min(textWidth * factor, this.frame.width - 2 * this.frame.gutter), 1);
		this.#heights.set(width, factor);
		this.#sizes = new PageSizes(this.#heights.runs(this.#original.count, width, factor * actualSize));
	}

	#bounds(page: number): ZoomBounds {
		const size = page > 0 ? this.#sizes.size(page) : noSize;
		const scale = (zoom: Zoom) => scaleOf(this.#arrangement, zoom, size, this.frame);
		return zoomBounds([scale("auto"), scale("width"), scale("page")]);
	}

	#ends(position: Position): { atStart: boolean; atEnd: boolean } {
		const { left, top, width, height } = this.area(position);
		const { across, width: wide, height: high } = this.#layout;
		const [start, length, whole] = across ? [left, width, wide] : [top, height, high];
		return { atStart: start <= 1, atEnd: start + length >= whole - 1 };
	}

	/** Where a point of a page lies when it is turned; given in fractions of its sides, beyond them at its edge. */
	#turned(page: number, x: number, y: number): Point {
		const [across, down] = [x, y].map((share) => Math.min(Math.max(share, 0), 1)) as [number, number];
		return pointOf(this.#layout, { page, ...turned(across, down, this.#quarters) });
	}
}

/** Whether a place of the window is in sight, and not at its very edge. */
function isWithin(place: number, length: number): boolean {
	const room = Math.min(sightRoom, length / 4);
	return place > room && place < length - room;
}
