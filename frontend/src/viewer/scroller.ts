import { ScrollSpace } from "../core/scrollspace";

/** Milliseconds without a scroll event after which nothing moves any more. */
const restAfter = 150;

/** Scrolls the stage: maps its scroll position to a position in a document of any height. Lengths are CSS pixels. */
export class Scroller {
	readonly #space = new ScrollSpace();
	/** Where a smooth scroll is going, so that key presses during it add up. */
	#target: { top: number; left: number } | undefined;
	#rest: number | undefined;

	/** `moved` is called after every change of position. */
	constructor(
		private readonly stage: HTMLElement,
		private readonly canvas: HTMLElement,
		private readonly moved: () => void,
	) {
		stage.addEventListener("scroll", () => {
			this.#space.scrolled(stage.scrollTop);
			window.clearTimeout(this.#rest);
			this.#rest = window.setTimeout(() => {
				this.#settle();
			}, restAfter);
			moved();
		});
	}

	get top(): number {
		return this.#space.top;
	}

	get left(): number {
		return this.stage.scrollLeft;
	}

	get shift(): number {
		return this.#space.shift;
	}

	resize(width: number, height: number): void {
		this.canvas.style.width = `${width}px`;
		// Only now is it known whether a scroll bar takes of the height.
		this.#space.resize(height, this.stage.clientHeight);
		this.canvas.style.height = `${this.#space.elementHeight}px`;
	}

	/** Goes to a position at once. */
	moveTo(top: number, left = this.left): void {
		this.#target = undefined;
		this.stage.scrollTo({ top: this.#space.moveTo(top), left, behavior: "instant" });
		this.moved();
	}

	/** Moves by some pixels, smoothly where people have not asked for less motion. */
	moveBy(down: number, right = 0): void {
		const from = this.#target ?? this;
		const target = {
			top: within(from.top + down, this.#space.bottom),
			left: within(from.left + right, this.stage.scrollWidth - this.stage.clientWidth),
		};
		this.#target = target;
		this.stage.scrollTo({
			top: target.top - this.shift,
			left: target.left,
			behavior: calm() ? "instant" : "smooth",
		});
	}

	#settle(): void {
		this.#target = undefined;
		if (this.#space.drifted) {
			this.moveTo(this.top);
		}
	}
}

function within(position: number, last: number): number {
	return Math.min(Math.max(position, 0), last);
}

function calm(): boolean {
	return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
