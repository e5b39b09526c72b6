/**
 * The largest height of an element in CSS pixels. Browsers limit it: Firefox to 17.9 million, Chromium and Safari to
 * 33.5 million. Ten thousand pages at 200 % are taller.
 */
export const tallestElement = 16_000_000;

/**
 * Maps the scroll position of an element of bounded height to a position in a document of any height. A document that
 * fits is mapped one to one. In a taller document, short moves are mapped pixel by pixel, and long moves (dragging the
 * scroll bar) in proportion. All values are CSS pixels.
 */
export class ScrollSpace {
	/** The height of the document. */
	#height = 0;
	/** The height of the window onto the document. */
	#viewHeight = 0;
	/** The difference between the document position and the scroll position. */
	#shift = 0;
	#scrollTop = 0;

	/** The required height of the scrolled element. */
	get elementHeight(): number {
		return Math.min(this.#height, tallestElement);
	}

	/** The offset to subtract from a document position to place it in the element. */
	get shift(): number {
		return this.#shift;
	}

	/** The document position at the top of the window. */
	get top(): number {
		return this.#scrollTop + this.#shift;
	}

	/** The largest document position. */
	get bottom(): number {
		return Math.max(this.#height - this.#viewHeight, 0);
	}

	resize(height: number, view: number): void {
		this.#height = height;
		this.#viewHeight = view;
	}

	/** Moves to a document position, and returns the scroll position to set. */
	moveTo(top: number): number {
		const target = Math.min(Math.max(top, 0), this.bottom);
		this.#scrollTop = this.#scrollTopFor(target);
		this.#shift = target - this.#scrollTop;
		return this.#scrollTop;
	}

	/** Updates the document position from a scroll position that the browser reports. */
	handleScroll(scroll: number): void {
		const isJump = Math.abs(scroll - this.#scrollTop) > 2 * this.#viewHeight;
		this.#scrollTop = scroll;
		if (this.#height <= tallestElement) {
			this.#shift = 0;
		} else if (isJump) {
			this.#shift = (scroll / this.#scrollRange) * this.bottom - scroll;
		}
	}

	/**
	 * Reports whether the scroll position no longer corresponds to the document position. The scrolled element would
	 * then end before the document does. To correct this, set the scroll position to `moveTo(top)` when scrolling has
	 * stopped.
	 */
	get hasDrifted(): boolean {
		return Math.abs(this.#scrollTopFor(this.top) - this.#scrollTop) > 1;
	}

	get #scrollRange(): number {
		return Math.max(this.elementHeight - this.#viewHeight, 1);
	}

	#scrollTopFor(top: number): number {
		return this.#height <= tallestElement ? top : (top / this.bottom) * this.#scrollRange;
	}
}
