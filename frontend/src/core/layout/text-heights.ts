import type { SizeRun } from "./page-sizes";

/** The assumed height of a page of reflowed text in CSS pixels while no height is known. */
const usual = 900;
/** The minimum height of a page, so that an empty one is visible. */
const least = 48;

/**
 * The heights of pages of reflowed text. Only pages that were laid out at the current width and size have a known
 * height; the others are assumed to have the average of these.
 */
export class TextHeights {
	readonly #heights = new Map<number, number>();
	#sum = 0;
	#setting = "";

	/** Discards the heights if the width or the text size has changed. */
	set(width: number, factor: number): void {
		const setting = `${width} ${factor}`;
		if (setting !== this.#setting) {
			this.#setting = setting;
			this.#heights.clear();
			this.#sum = 0;
		}
	}

	/** Records the height of a page in CSS pixels, and reports whether it has changed. */
	note(page: number, height: number): boolean {
		const before = this.#heights.get(page);
		const bounded = Math.max(Math.ceil(height), least);
		if (before === bounded) {
			return false;
		}
		this.#sum += bounded - (before ?? 0);
		this.#heights.set(page, bounded);
		return true;
	}

	/** Returns the sizes of `count` pages of a width in CSS pixels, converted to points at `scale` pixels per point. */
	runs(count: number, width: number, scale: number): SizeRun[] {
		const runs: SizeRun[] = [];
		const size = (height: number): [number, number] => [width / scale, height / scale];
		const average = this.#heights.size > 0 ? Math.round(this.#sum / this.#heights.size) : usual;
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
