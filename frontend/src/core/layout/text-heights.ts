import type { SizeRun } from "./page-sizes";

/** CSS pixels that a page of reading text is taken to be high while none is known. */
const usual = 900;
/** The least height of a page, so that an empty one is seen for one. */
const least = 48;

/**
 * The heights of pages that are set as reading text. They are known only of those that were set at
 * the present width and size; others are taken to be as high as these are on average.
 */
export class TextHeights {
	readonly #heights = new Map<number, number>();
	#sum = 0;
	#setting = "";

	/** Forgets the heights where the width or the size of letters is another than before. */
	set(width: number, factor: number): void {
		const setting = `${width} ${factor}`;
		if (setting !== this.#setting) {
			this.#setting = setting;
			this.#heights.clear();
			this.#sum = 0;
		}
	}

	/** Notes the height of a page in CSS pixels; says whether it is another than before. */
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

	/** The sizes of `count` pages of a width in CSS pixels, as they are at `scale` pixels per point. */
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
