/** Milliseconds that a page needs to be loaded and drawn while others are, too. */
const lead = 400;
/** No farther than so many windows is looked ahead: what is passed still faster would not be there in time. */
const farthest = 4;
/** The share of the newest move in the pace, which so outlasts a frame that came late. */
const newest = 0.3;

/** How much more than the window is needed before and behind it, in CSS pixels. */
export interface Margins {
	readonly before: number;
	readonly behind: number;
}

/** Follows a window that moves over a document, and says what it needs around it. Lengths are CSS pixels. */
export class Motion {
	#at = 0;
	#time = 0;
	/** Pixels a millisecond, below 0 towards the start. */
	#pace = 0;
	#fast = false;

	/** Whether pages pass faster than they can be read. */
	get fast(): boolean {
		return this.#fast;
	}

	/** Nothing moves any more. */
	rest(): void {
		this.#pace = 0;
		this.#fast = false;
	}

	/** The window, of a length along its way, is at a place at a time, in milliseconds. */
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
