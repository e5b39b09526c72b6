/** The time in milliseconds that a page takes to load and be drawn while others are loading. */
const lead = 400;
/** The maximum number of windows to load ahead. At a higher speed, pages would not arrive in time. */
const farthest = 4;
/** The weight of the newest sample in the smoothed velocity. */
const newest = 0.3;

/** The distances to load before and after the window, in CSS pixels. */
export interface Margins {
	readonly before: number;
	readonly behind: number;
}

/** Measures how fast the window scrolls, and computes how far around it pages must be loaded. Lengths are CSS pixels. */
export class ScrollVelocity {
	#at = 0;
	#time = 0;
	/** Pixels per millisecond, negative towards the start. */
	#pace = 0;
	#fast = false;

	/** Reports whether pages pass faster than they can be read. */
	get fast(): boolean {
		return this.#fast;
	}

	/** Resets the velocity when scrolling has ended. */
	stop(): void {
		this.#pace = 0;
		this.#fast = false;
	}

	/** Records the position of a window of a given length at a time in milliseconds, and returns the margins to load. */
	margins(at: number, length: number, time: number): Margins {
		const [way, passed] = [at - this.#at, time - this.#time];
		if (Math.abs(way) > farthest * length) {
			this.#pace = 0; // it jumped
		} else if (passed > 0) {
			this.#pace += newest * (way / passed - this.#pace);
		}
		[this.#at, this.#time] = [at, time];
		const far = Math.abs(this.#pace) * lead;
		this.#fast = far > length;
		const ahead = Math.min(Math.max(far, length), farthest * length);
		return this.#pace < 0 ? { before: ahead, behind: length } : { before: length, behind: ahead };
	}
}
