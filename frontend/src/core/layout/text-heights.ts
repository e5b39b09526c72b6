import type { SizeRun } from "./page-sizes";

/** The assumed height of a page of reflowed text in CSS pixels while no height is known. */
const defaultHeight = 900;
/** The minimum height of a page in CSS pixels, so that an empty page is visible. */
const minHeight = 48;

/**
 * The heights of pages of reflowed text. A page that was laid out at the current width and text size has a known
 * height; any other page is assumed to have the average of the known heights.
 */
export class TextHeights {
	readonly #heights = new Map<number, number>();
	#sum = 0;
	#layoutKey = "";

	/** Discards the heights if the width or the text size has changed. */
	setLayout(width: number, factor: number): void {
		const layoutKey = `${width} ${factor}`;
		if (layoutKey !== this.#layoutKey) {
			this.#layoutKey = layoutKey;
			this.#heights.clear();
			this.#sum = 0;
		}
	}

	/** Records the height of a page in CSS pixels, and reports whether it has changed. */
	recordHeight(page: number, height: number): boolean {
		const before = this.#heights.get(page);
		const clamped = Math.max(Math.ceil(height), minHeight);
		if (before === clamped) {
			return false;
		}
		this.#sum += clamped - (before ?? 0);
		this.#heights.set(page, clamped);
		return true;
	}

	/**
	 * Returns the sizes in points of `count` pages that are `width` CSS pixels wide. `scale` is in CSS pixels per
	 * point.
	 */
	runs(count: number, width: number, scale: number): SizeRun[] {
		const runs: SizeRun[] = [];
		const size = (height: number): [number, number] => [width / scale, height / scale];
		const average = this.#heights.size > 0 ? Math.round(this.#sum / this.#heights.size) : defaultHeight;
		let next = 1;
		for (const [page, height] of [...this.#heights].sort(([a], [b]) => a - b)) {
			if (page > count) {
				break;
			}
			if (page > next) {
				runs.push([page - next, ...size(average)]);
			}
			runs.push([1, ...size(height)]);
			next = page + 1;
		}
		if (next <= count) {
			runs.push([count - next + 1, ...size(average)]);
		}
		return runs;
	}
}
