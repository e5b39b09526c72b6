/**
 * Browsers bound the height of an element: Firefox at 17.9 million CSS pixels,
 * Chromium and Safari at 33.5 million. Ten thousand pages at 200 % are taller.
 */
export const tallestElement = 16_000_000;

/**
 * Maps the scroll position of an element of bounded height to a position in a
 * document of any height. A document that fits is mapped as it is. In a taller one
 * near moves go pixel by pixel and far ones (a drag of the scroll bar) in proportion.
 * All values are CSS pixels.
 */
export class ScrollSpace {
	/** Height of the document. */
	#height = 0;
	/** Height of the window onto it. */
	#view = 0;
	/** Document position minus scroll position. */
	#shift = 0;
	#scroll = 0;

	/** The height that the scrolled element must have. */
	get elementHeight(): number {
		return Math.min(this.#height, tallestElement);
	}

	/** What must be subtracted from a document position to place it in the element. */
	get shift(): number {
		return this.#shift;
	}

	/** The document position at the top of the window. */
	get top(): number {
		return this.#scroll + this.#shift;
	}

	/** The farthest document position. */
	get bottom(): number {
		return Math.max(this.#height - this.#view, 0);
	}

	resize(height: number, view: number): void {
		this.#height = height;
		this.#view = view;
	}

	/** Goes to a document position; answers the scroll position to set. */
	moveTo(top: number): number {
		const target = Math.min(Math.max(top, 0), this.bottom);
		this.#scroll = this.#proportional(target);
		this.#shift = target - this.#scroll;
		return this.#scroll;
	}

	/** Follows a scroll position that the browser reports. */
	scrolled(scroll: number): void {
		const far = Math.abs(scroll - this.#scroll) > 2 * this.#view;
		this.#scroll = scroll;
		if (this.#height <= tallestElement) {
			this.#shift = 0;
		} else if (far) {
			this.#shift = (scroll / this.#reach) * this.bottom - scroll;
		}
	}

	/**
	 * Whether the scroll position has drifted from its share of the document, so that
	 * an end of the element would come before the end of the document. The cure is to
	 * set the scroll position to `moveTo(top)` while nothing is moving.
	 */
	get drifted(): boolean {
		return Math.abs(this.#proportional(this.top) - this.#scroll) > 1;
	}

	get #reach(): number {
		return Math.max(this.elementHeight - this.#view, 1);
	}

	#proportional(top: number): number {
		return this.#height <= tallestElement ? top : (top / this.bottom) * this.#reach;
	}
}
