import type { SessionClient } from "../../api/session";
import { type Arrangement, runsDown } from "../../core/layout/arrangement";
import type { ScrollAnchor, ReadingPosition } from "../../core/layout/scroll-anchor";
import type { Layout } from "../../core/layout/layout";
import { ScrollVelocity } from "../../core/layout/scroll-velocity";
import type { ViewLocation } from "../../core/navigation/view-location";
import { type Point, type Position, Viewport, type View } from "../../core/layout/viewport";
import type { PageForm } from "../../core/session/settings";
import type { PageSizes, SizeRun } from "../../core/layout/page-sizes";
import type { Box, Target } from "../../core/text/page-text";
import { loadingOrder, pagesIn, widened } from "../../core/layout/visible-pages";
import type { Anchor, Zoom } from "../../core/layout/zoom";
import { frameOf } from "./frame";
import { type Loading, Pages, type PagesEvents } from "./pages";
import { Scroller } from "./scroller";

/** What the stage tells its owner. */
export interface StageEvents extends PagesEvents {
	readonly changed: (view: View) => void;
	/** Nothing moves any more. */
	readonly rested: () => void;
}

/** The stage's window onto the pages: has its scroll position, and what is in the DOM, follow the scene. */
export class Stage {
	readonly #stage: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #form: PageForm;
	readonly #events: StageEvents;
	readonly pages: Pages;
	readonly #scroller: Scroller;
	readonly #viewport: Viewport;
	/** The page that was asked for, and the boxes on it, if any: current until the position changes. */
	#asked: { page: number; at: Position; boxes: readonly Box[] | undefined } | undefined;
	/** What was read when pages came to lie otherwise: for as long as nothing moves. */
	#read: { what: ReadingPosition; at: Position } | undefined;
	/** What was zoomed about: goes on being so under the same point, although other pages may come to lie there. */
	#zoomed: { hold: ScrollAnchor; at: Position } | undefined;
	/** What the window showed before its size changed, if nothing moved since: pages around a viewer fold and unfold it. */
	#shown: { anchor: Anchor | undefined; start: boolean; at: Position } | undefined;
	#scheduled = false;
	readonly #velocity = new ScrollVelocity();
	/** The page that the server rendered, until it has its place. */
	#adopted = 1;

	constructor(
		stage: HTMLElement,
		canvas: HTMLElement,
		client: SessionClient,
		form: PageForm,
		loading: Loading,
		events: StageEvents,
	) {
		this.#stage = stage;
		this.#canvas = canvas;
		this.#form = form;
		this.#events = events;
		this.#viewport = new Viewport(form.text, frameOf(stage));
		this.pages = new Pages(canvas, client, form, loading, events);
		this.#scroller = new Scroller(
			stage,
			canvas,
			() => {
				this.#schedule();
			},
			() => {
				this.#velocity.stop();
				this.#update();
				events.rested();
			},
			() => this.#fit(),
		);
		new ResizeObserver(() => {
			this.#fit();
		}).observe(stage);
	}

	/** Whether something lies in the stage, or is it. */
	holds(node: Node): boolean {
		return this.#stage.contains(node);
	}

	/** Takes over the page that the server rendered into the canvas, if any. */
	adopt(version: number): void {
		this.#adopted = this.pages.adopt(version) || 1;
	}

	/** Shows a document's pages; more of them, or other bytes, than before. The place is kept. */
	show(runs: readonly SizeRun[], version: number): void {
		const anchor = this.#anchor();
		this.#viewport.frame = frameOf(this.#stage);
		this.#viewport.setPages(runs);
		this.pages.renew(version);
		this.#place(anchor);
		this.#canvas.classList.add("laid-out");
	}

	/** Makes room for pages of reading text, which are as high as their text. */
	measure(): void {
		const heights = () => [...this.pages.views].map(({ page, textHeight }) => [page, textHeight] as const);
		if (!this.#form.text) {
			return;
		}
		if (this.#viewport.noteHeights(heights())) {
			this.#relayout(this.#anchor(), this.#topMiddle);
		} else {
			this.#keepInSight();
		}
	}

	/** Takes all pages away. */
	clear(): void {
		this.show([], 0);
		this.pages.clear();
	}

	/** The pages' sizes, as the document has them. */
	get sizes(): PageSizes {
		return this.#viewport.sizes;
	}

	/** Where every page lies. */
	get layout(): Layout {
		return this.#viewport.layout;
	}

	get view(): View {
		return this.#viewport.view(this.#current(), this.#position);
	}

	/** What is looked at, to be gone back to. */
	get place(): ViewLocation | undefined {
		const anchor = this.#anchor();
		const { page, zoom, arrangement, quarters } = this.view;
		return anchor && { anchor, page, zoom, arrangement, quarters };
	}

	/** Goes back to a place. */
	return({ anchor, page, zoom, arrangement, quarters }: ViewLocation): void {
		this.#read = undefined;
		this.#viewport.turnTo(quarters);
		this.begin(arrangement);
		this.#viewport.setZoom(zoom, this.#viewport.clampPage(page));
		this.#relayout(undefined, this.#topMiddle);
		const read = this.#viewport.clampPage(page);
		if (read > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfAnchor(anchor, this.#topMiddle, read));
			this.#ask(read);
		}
	}

	/**
	 * Sets the zoom, a factor within its bounds. The document's point under `at` stays there, as far as the page
	 * under it goes on filling the window; if not given, the current page stays, and that is the middle of the
	 * window, or of what it shows of the page. What was under `from` comes to be there, if that is given.
	 */
	setZoom(zoom: Zoom, at?: Point, from = at): void {
		const hold =
			from === undefined ? this.#viewport.scrollAnchor(this.#current(), this.#position) : this.#held(from);
		const point = at ?? hold?.at ?? this.#topMiddle;
		this.#viewport.setZoom(zoom, this.#current());
		this.#read = undefined;
		this.#relayout(hold?.anchor, point, hold?.anchor.page);
		this.#zoomed = hold && { hold: { ...hold, at: point }, at: this.#position };
	}

	/** Has the pages lie so from the start on. */
	begin(arrangement: Arrangement): void {
		this.#viewport.arrange(arrangement);
		this.#canvas.classList.toggle("one-by-one", runsDown(arrangement));
	}

	/** Lays the pages otherwise. What is read stays: the page where no part of it can be shown alone. */
	arrange(arrangement: Arrangement): void {
		this.#lieOtherwise(() => {
			this.begin(arrangement);
		});
	}

	/** Turns all pages by quarters of a circle to the right. What is read stays. */
	turnBy(quarters: number): void {
		this.#lieOtherwise(() => {
			this.#viewport.turnTo((this.#viewport.quarters + quarters + 4) % 4);
		});
	}

	/** Goes to the top of a page, the nearest one where there is none of that number. */
	goTo(page: number): void {
		const target = this.#viewport.clampPage(page);
		if (target > 0) {
			this.#scroller.moveTo(this.#viewport.positionOfPage(target, this.#current(), this.#position));
			this.#ask(target);
		}
	}

	/** Goes to where a link leads to in the document: a point of a page, or its top. */
	follow(target: Target): void {
		const { page = 1 } = target;
		const position = this.#viewport.positionOfTarget(target, this.#current());
		if (position === undefined) {
			this.goTo(page);
			return;
		}
		this.#scroller.moveTo(position);
		this.#ask(page);
	}

	/** Brings a part of a page into sight: fractions of its width and height. What is in sight stays where it is. */
	reveal(page: number, x: number, y: number): void {
		const position = this.#viewport.positionRevealing(page, x, y, this.#position);
		if (position !== undefined) {
			this.#scroller.moveTo(position);
			this.#ask(page);
		}
	}

	/**
	 * Brings what lies in boxes of a page, in points, into sight; the page where there are none. Where these are in its
	 * reading text may only be known when that has come: then it is done again, unless something moved meanwhile.
	 */
	revealBoxes(page: number, boxes: readonly Box[]): void {
		if (!this.#form.text) {
			const { width, height } = this.sizes.size(page);
			const [x0, y0, x1, y1] = boxes[0] ?? [0, 0, width, height];
			this.reveal(page, (x0 + x1) / 2 / width, (y0 + y1) / 2 / height);
			return;
		}
		const point = this.pages.view(page)?.textPoint(boxes);
		if (point === undefined) {
			this.goTo(page);
		} else {
			this.reveal(page, point.x, point.y);
		}
		if (this.#asked?.page === page) {
			this.#asked.boxes = boxes;
		}
	}

	/** Goes to the row of pages that follows (1) or precedes (-1). */
	step(direction: 1 | -1): void {
		const page = this.#current();
		if (page > 0) {
			const { first, last } = this.layout.row(page);
			this.goTo(direction > 0 ? last + 1 : this.layout.row(Math.max(first - 1, 1)).first);
		}
	}

	/** Goes to the very beginning or end. */
	goToEnd(end: "first" | "last"): void {
		const { count, layout } = this.#viewport;
		if (count === 0) {
			return;
		}
		const { left, top } = this.#position;
		const last = end === "last";
		const wish = layout.across
			? { left: last ? layout.width : 0, top }
			: { left, top: last ? layout.height : 0 };
		this.#scroller.moveTo(this.#viewport.positionNear(last ? count : 1, this.#current(), wish));
	}

	/** Moves by fractions of what the stage shows. */
	turn(screens: number): void {
		const { frame, layout } = this.#viewport;
		if (layout.across) {
			this.#scroller.moveBy(0, screens * frame.width);
		} else {
			this.#scroller.moveBy(screens * frame.height);
		}
	}

	/** Moves by pixels. */
	pan(right: number, down: number): void {
		this.#scroller.moveBy(down, right);
	}

	/** Selects the pages, and nothing of the controls. */
	selectAll(): void {
		document.getSelection()?.selectAllChildren(this.#canvas);
	}

	/** Whether left and right move within what is read, because it is wider than the window. */
	get pansSideways(): boolean {
		return this.#viewport.pansSideways(this.#current());
	}

	get #position(): Position {
		const { left, top } = this.#scroller;
		return { left, top };
	}

	get #topMiddle(): Point {
		return { x: this.#viewport.frame.width / 2, y: 0 };
	}

	/** The document's point at the middle of the window's upper edge. */
	#anchor(): Anchor | undefined {
		return this.#stillShown?.anchor ?? this.#viewport.anchor(this.#position, this.#topMiddle);
	}

	/** Whether the window is at the very start. */
	get #isAtStart(): boolean {
		const { left, top } = this.#position;
		return this.layout.across ? left <= 0 && this.#current() <= 1 : top <= 0;
	}

	get #stillShown() {
		return this.#shown !== undefined && this.#isAt(this.#shown.at) ? this.#shown : undefined;
	}

	/** The page that is read: the one asked for, as long as nothing moved since, else the one in the middle. */
	#current(): number {
		return this.#asked !== undefined && this.#isAt(this.#asked.at)
			? Math.min(this.#asked.page, this.#viewport.count)
			: this.#viewport.currentPage(this.#position);
	}

	/** What was read when pages came to lie otherwise, if nothing moved since. */
	get #stillRead(): ReadingPosition | undefined {
		return this.#read !== undefined && this.#isAt(this.#read.at) ? this.#read.what : undefined;
	}

	/** Has pages lie otherwise, and what is read found again there. */
	#lieOtherwise(change: () => void): void {
		const what = this.#stillRead ?? this.#viewport.readingPosition(this.#current(), this.#position);
		change();
		this.#relayout(undefined, this.#topMiddle);
		if (what === undefined) {
			return;
		}
		const position = this.#viewport.positionOfReading(what);
		if (position === undefined) {
			this.goTo(what.page);
		} else {
			this.#scroller.moveTo(position);
			this.#ask(what.page);
		}
		this.#read = { what, at: this.#position };
	}

	/** What is zoomed about under a point of the window. */
	#held(from: Point): ScrollAnchor | undefined {
		const { hold, at } = this.#zoomed ?? {};
		const isStill = at !== undefined && this.#isAt(at) && Math.abs(this.#position.left - at.left) < 1;
		if (isStill && hold?.at.x === from.x && hold.at.y === from.y) {
			return hold;
		}
		const anchor = this.#viewport.anchor(this.#position, from);
		return anchor && { anchor, at: from };
	}

	#isAt({ left, top }: Position): boolean {
		const own = this.#position;
		return Math.abs(top - own.top) < 1 && (!this.layout.across || Math.abs(left - own.left) < 1);
	}

	/** Has a page be the current one for as long as nothing moves. */
	#ask(page: number, boxes?: readonly Box[]): void {
		this.#asked = { page, at: this.#position, boxes };
		this.#shown = undefined;
		this.#update();
	}

	/** Has the boxes that were asked for in sight still, where pages around them take other room than before. */
	#keepInSight(): void {
		if (this.#asked?.boxes !== undefined && this.#isAt(this.#asked.at)) {
			this.revealBoxes(this.#asked.page, this.#asked.boxes);
		}
	}

	/** Lays the pages out, the one that the server rendered where it stood. */
	#place(anchor: Anchor | undefined): void {
		const page = this.#adopted;
		if (page === 1 || page > this.#viewport.count) {
			this.#relayout(anchor, this.#topMiddle);
			return;
		}
		this.#adopted = 1;
		const { width, gap } = this.#viewport.frame;
		this.#relayout({ page, x: 0.5, y: 0 }, { x: width / 2, y: gap }, page);
		this.#ask(page);
	}

	/**
	 * Lays the pages out anew and brings the anchor back to its point of the stage, but
	 * no farther sideways than a page, the current one if none is named, is shown best. What is at the start stays there.
	 */
	#relayout(anchor: Anchor | undefined, at: Point, shown?: number, start = this.#isAtStart): void {
		const page = this.#viewport.clampPage(this.#current());
		const asked = page === this.#asked?.page ? this.#asked : undefined;
		const boxes = asked && this.#isAt(asked.at) ? asked.boxes : undefined;
		const read = this.#stillRead;
		this.#viewport.layOut(page);
		this.#scroller.resize(this.layout.width, this.layout.height);
		if (page > 0) {
			this.#settle(anchor, at, this.#viewport.clampPage(shown ?? page), start);
		}
		this.#asked = undefined;
		this.#read = read && { what: read, at: this.#position };
		if (asked !== undefined && this.#viewport.shows(page, this.#position)) {
			this.#ask(page, boxes);
		} else {
			this.#update();
		}
		this.measure(); // the width may be another
	}

	/** Brings an anchor to a point of the stage again; what begins at the very start goes on doing so. */
	#settle(anchor: Anchor | undefined, at: Point, page: number, start: boolean): void {
		const position =
			anchor === undefined
				? this.#viewport.alignedPosition(page, { left: 0, top: 0 })
				: this.#viewport.positionOfAnchor(anchor, at, page);
		const stays = start && at.y === 0;
		this.#scroller.moveTo(stays ? { ...position, [this.layout.across ? "left" : "top"]: 0 } : position);
	}

	/** Lays the pages out for the stage's size, and says whether that has changed. What is shown stays. */
	#fit(): boolean {
		const frame = frameOf(this.#stage);
		const before = this.#viewport.frame;
		if (frame.width === before.width && frame.height === before.height) {
			return false;
		}
		const shown = this.#stillShown ?? { anchor: this.#anchor(), start: this.#isAtStart };
		this.#viewport.frame = frame;
		this.#relayout(shown.anchor, this.#topMiddle, undefined, shown.start);
		this.#shown = { ...shown, at: this.#position };
		return true;
	}

	#schedule(): void {
		if (!this.#scheduled) {
			this.#scheduled = true;
			requestAnimationFrame(() => {
				this.#scheduled = false;
				this.#update();
			});
		}
	}

	/** Brings the DOM to what the position asks for. */
	#update(): void {
		const { layout, scale, quarters } = this.#viewport;
		const area = this.#viewport.visibleArea(this.#position);
		const [at, length] = layout.across ? [area.left, area.width] : [area.top, area.height];
		const margins = this.#velocity.margins(at, length, performance.now());
		const mounted = pagesIn(layout, widened(layout, area, margins));
		const order = loadingOrder(mounted, pagesIn(layout, area), this.view.page);
		const placing = { shift: this.#scroller.shift, scale, quarters };
		this.pages.show(mounted, order, layout, placing, this.#velocity.fast);
		this.#events.changed(this.view);
	}
}
