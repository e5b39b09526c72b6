/** The assumed time in milliseconds to load and draw a page while other pages are loading. */
const loadTime = 400;
/**
 * The maximum distance to load ahead, as a multiple of the window's length. Loading farther ahead would be useless,
 * because at such a speed pages do not arrive in time.
 */
const maxWindowsAhead = 4;
/** The weight of the newest sample in the smoothed velocity. */
const newestWeight = 0.3;

/** The distances to load before and after the window, in CSS pixels. */
export interface Margins {
	readonly before: number;
	readonly after: number;
}

/**
 * Measures how fast the window scrolls, and computes from this how far beyond the edges of the window pages are loaded.
 * Lengths are in CSS pixels.
 */
export class ScrollVelocity {
	#position = 0;
	#time = 0;
	/** The velocity in pixels per millisecond, negative towards the start of the document. */
	#velocity = 0;
	#fast = false;

	/** Reports whether pages pass faster than they can be read. */
	get fast(): boolean {
		return this.#fast;
	}

	/** Resets the velocity when scrolling has ended. */
	stop(): void {
		this.#velocity = 0;
		this.#fast = false;
	}

	/**
	 * Records the position of a window of a given length at a time in milliseconds, and returns the margins to load.
	 */
	margins(position: number, length: number, time: number): Margins {
		const [distance, elapsed] = [position - this.#position, time - this.#time];
		if (Math.abs(distance) > maxWindowsAhead * length) {
			this.#velocity = 0; // a jump, not scrolling
		} else if (elapsed > 0) {
			this.#velocity += newestWeight * (distance / elapsed - this.#velocity);
		}
		[this.#position, this.#time] = [position, time];
		const distanceAhead = Math.abs(this.#velocity) * loadTime;
		this.#fast = distanceAhead > length;
		const ahead = Math.min(Math.max(distanceAhead, length), maxWindowsAhead * length);
		return this.#velocity < 0 ? { before: ahead, after: length } : { before: length, after: ahead };
	}
}
