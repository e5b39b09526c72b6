import type { Position } from "../../core/layout/view";
import { ScrollSpace } from "../../core/layout/scroll-space";

/** The time in milliseconds without a scroll event after which scrolling has ended. */
const scrollEndDelay = 150;

/**
 * Scrolls the stage. The scroll position of the stage is mapped to a position in a document of any size. Lengths are
 * CSS pixels.
 */
export class Scroller {
	readonly #stage: HTMLElement;
	readonly #canvas: HTMLElement;
	readonly #onMove: () => void;
	readonly #onScrollEnd: () => void;
	readonly #vertical = new ScrollSpace();
	readonly #horizontal = new ScrollSpace();
	/** The target of a smooth scroll in progress. A further key press scrolls on from this target. */
	#target: Position | undefined;
	#scrollEndTimer: number | undefined;

	/**
	 * `onMove` is called after every change of the position, and `onScrollEnd` when scrolling has ended. `fitSize` lays
	 * the pages out if the size of the stage has changed, and reports whether it has. If so, a scroll event is caused
	 * by the browser's adjustment and not by the reader.
	 */
	constructor(
		stage: HTMLElement,
		canvas: HTMLElement,
		onMove: () => void,
		onScrollEnd: () => void,
		fitSize: () => boolean,
	) {
		this.#stage = stage;
		this.#canvas = canvas;
		this.#onMove = onMove;
		this.#onScrollEnd = onScrollEnd;
		stage.addEventListener("scroll", () => {
			if (!fitSize()) {
				this.#readPosition();
			}
			this.#scheduleScrollEnd();
			onMove();
		});
	}

	get top(): number {
		return this.#vertical.top;
	}

	get left(): number {
		return this.#horizontal.top;
	}

	/** The offset to subtract from a document position to place it in the canvas. */
	get shift(): Position {
		return { left: this.#horizontal.shift, top: this.#vertical.shift };
	}

	resize(width: number, height: number): void {
		this.#horizontal.resize(width, this.#stage.clientWidth);
		this.#canvas.style.width = `${this.#horizontal.elementHeight}px`;
		// Only after the width is set is it known whether a horizontal scroll bar reduces the height.
		this.#vertical.resize(height, this.#stage.clientHeight);
		this.#canvas.style.height = `${this.#vertical.elementHeight}px`;
	}

	/** Moves to a position immediately, without smooth scrolling. */
	moveTo({ left, top }: Position): void {
		this.#target = undefined;
		this.#stage.scrollTo({
			top: this.#vertical.moveTo(top),
			left: this.#horizontal.moveTo(left),
			behavior: "instant",
		});
		this.#scheduleScrollEnd();
		this.#onMove();
	}

	/** Scrolls by a number of pixels, smoothly unless the reader prefers reduced motion. */
	moveBy(down: number, right = 0): void {
		const from = this.#target ?? this;
		const target = {
			top: clamp(from.top + down, this.#vertical.bottom),
			left: clamp(from.left + right, this.#horizontal.bottom),
		};
		this.#target = target;
		this.#stage.scrollTo({
			top: target.top - this.shift.top,
			left: target.left - this.shift.left,
			behavior: prefersReducedMotion() ? "instant" : "smooth",
		});
		// With reduced motion, the position is reached already, but the scroll event arrives only with the next frame.
		// Until then, further calls must start from the new position.
		this.#readPosition();
	}

	/** Reads the current position from the stage. */
	#readPosition(): void {
		this.#vertical.handleScroll(this.#stage.scrollTop);
		this.#horizontal.handleScroll(this.#stage.scrollLeft);
	}

	#scheduleScrollEnd(): void {
		window.clearTimeout(this.#scrollEndTimer);
		this.#scrollEndTimer = window.setTimeout(() => {
			this.#handleScrollEnd();
		}, scrollEndDelay);
	}

	#handleScrollEnd(): void {
		this.#target = undefined;
		if (this.#vertical.hasDrifted || this.#horizontal.hasDrifted) {
			this.moveTo({ left: this.left, top: this.top });
		}
		this.#onScrollEnd();
	}
}

function clamp(position: number, last: number): number {
	return Math.min(Math.max(position, 0), last);
}

function prefersReducedMotion(): boolean {
	return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
