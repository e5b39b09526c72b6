import type { Position } from "../../core/layout/viewport";
import { ScrollSpace } from "../../core/layout/scroll-space";

/** The time in milliseconds without a scroll event after which scrolling has ended. */
const restAfter = 150;

/** Scrolls the stage: maps its scroll position to a position in a document of any size. Lengths are CSS pixels. */
export class Scroller {
	readonly #stage: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #moved: () => void;
	readonly #rested: () => void;
	readonly #down = new ScrollSpace();
	readonly #across = new ScrollSpace();
	/** The target of a smooth scroll, so that key presses during it add up. */
	#target: Position | undefined;
	#rest: number | undefined;

	/**
	 * `moved` is called after every change of position, and `rested` when scrolling has ended. `fitted` lays the pages
	 * out if the size of the stage has changed, and returns whether it has. If it has, the browser's scrolling is an
	 * adjustment, not a move of the reader.
	 */
	constructor(
		stage: HTMLElement,
		canvas: HTMLElement,
		moved: () => void,
		rested: () => void,
		fitted: () => boolean,
	) {
		this.#stage = stage;
		this.#canvas = canvas;
		this.#moved = moved;
		this.#rested = rested;
		stage.addEventListener("scroll", () => {
			if (!fitted()) {
				this.#note();
			}
			this.#awaitRest();
			moved();
		});
	}

	get top(): number {
		return this.#down.top;
	}

	get left(): number {
		return this.#across.top;
	}

	/** The offset to subtract from a document position to place it in the canvas. */
	get shift(): Position {
		return { left: this.#across.shift, top: this.#down.shift };
	}

	resize(width: number, height: number): void {
		this.#across.resize(width, this.#stage.clientWidth);
		this.#canvas.style.width = `${this.#across.elementHeight}px`;
		// Only now is it known whether a scroll bar reduces the height.
		this.#down.resize(height, this.#stage.clientHeight);
		this.#canvas.style.height = `${this.#down.elementHeight}px`;
	}

	/** Moves to a position at once. */
	moveTo({ left, top }: Position): void {
		this.#target = undefined;
		this.#stage.scrollTo({
			top: this.#down.moveTo(top),
			left: this.#across.moveTo(left),
			behavior: "instant",
		});
		this.#awaitRest();
		this.#moved();
	}

	/** Scrolls by a number of pixels, smoothly unless the reader prefers reduced motion. */
	moveBy(down: number, right = 0): void {
		const from = this.#target ?? this;
		const target = {
			top: within(from.top + down, this.#down.bottom),
			left: within(from.left + right, this.#across.bottom),
		};
		this.#target = target;
		this.#stage.scrollTo({
			top: target.top - this.shift.top,
			left: target.left - this.shift.left,
			behavior: calm() ? "instant" : "smooth",
		});
		// Without motion the position is reached already, but the scroll event comes only with the next frame. Requests
		// until then must start from the new position.
		this.#note();
	}

	/** Reads the current position from the stage. */
	#note(): void {
		this.#down.scrolled(this.#stage.scrollTop);
		this.#across.scrolled(this.#stage.scrollLeft);
	}

	#awaitRest(): void {
		window.clearTimeout(this.#rest);
		this.#rest = window.setTimeout(() => {
			this.#settle();
		}, restAfter);
	}

	#settle(): void {
		this.#target = undefined;
		if (this.#down.drifted || this.#across.drifted) {
			this.moveTo({ left: this.left, top: this.top });
		}
		this.#rested();
	}
}

function within(position: number, last: number): number {
	return Math.min(Math.max(position, 0), last);
}

function calm(): boolean {
	return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
