import type { IndexRange } from "../../core/lists/chunks";
import { FastScroll } from "../../core/lists/fast-scroll";

/** The time in milliseconds after the last fast scroll event at which fast scrolling counts as ended. */
const endDelay = 100;

/**
 * Detects that a list is scrolled too fast for reading. If so, no documents are requested or rendered, because they
 * would disappear immediately.
 */
export class ScrollSpeed {
	isTooFast = $state(false);
	readonly #fastScroll = new FastScroll(endDelay);
	#endTimer: number | undefined;

	/** Records the visible range after a scroll event. */
	update(visible: IndexRange): void {
		if (this.#fastScroll.isTooFast(visible, performance.now())) {
			this.isTooFast = true;
			window.clearTimeout(this.#endTimer);
			this.#endTimer = window.setTimeout(() => (this.isTooFast = false), endDelay);
		}
	}
}
