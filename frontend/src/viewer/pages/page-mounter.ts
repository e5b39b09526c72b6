import { loadingOrder, pagesIn, withMargins } from "../../core/layout/visible-pages";
import type { Viewport } from "../../core/layout/viewport";
import { ScrollVelocity } from "../../core/layout/scroll-velocity";
import type { Pages } from "./pages";
import type { Scroller } from "./scroller";
import type { StagePosition } from "./stage-position";

/** Keeps those pages in the DOM that are visible, or that scrolling will show next. */
export class PageMounter {
	readonly #pages: Pages;
	readonly #viewport: Viewport;
	readonly #scroller: Scroller;
	readonly #position: StagePosition;
	readonly #velocity = new ScrollVelocity();

	constructor(pages: Pages, viewport: Viewport, scroller: Scroller, position: StagePosition) {
		this.#pages = pages;
		this.#viewport = viewport;
		this.#scroller = scroller;
		this.#position = position;
	}

	/** Called when scrolling has ended. */
	handleScrollEnd(): void {
		this.#velocity.stop();
	}

	/** Updates the DOM for the current position. */
	update(): void {
		const { layout, quarters } = this.#viewport;
		const area = this.#viewport.visibleArea(this.#position.offset);
		const [offset, length] = layout.isHorizontal ? [area.left, area.width] : [area.top, area.height];
		const margins = this.#velocity.margins(offset, length, performance.now());
		const mounted = pagesIn(layout, withMargins(layout, area, margins));
		const order = loadingOrder(mounted, pagesIn(layout, area), this.#position.page);
		const scaleOf = (page: number) => this.#viewport.scaleOf(page);
		const placement = { shift: this.#scroller.shift, scaleOf, quarters };
		this.#pages.show(mounted, order, layout, placement, this.#velocity.fast);
	}
}
