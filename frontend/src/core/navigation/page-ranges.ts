import type { PageRange } from "../layout/page-range";

/**
 * Reads pages as people write them, such as `1-3, 7, 9-`: each within 1 to `count`, in the order
 * given; undefined where it is something else or holds no page.
 */
export function parsePageRanges(text: string, count: number): PageRange[] | undefined {
	const ranges: PageRange[] = [];
	for (const part of text.normalize("NFKC").split(/[,;]/)) {
		const [, from = "", dash, to = ""] = /^\s*(\d{0,9})\s*([-–]?)\s*(\d{0,9})\s*$/.exec(part) ?? [];
		if (from + to === "" || (dash === "" && to !== "")) {
			return undefined;
		}
		const first = from === "" ? 1 : Number(from);
		const last = dash === "" ? first : to === "" ? count : Number(to);
		if (first < 1 || last > count || first > last) {
			return undefined;
		}
		ranges.push({ first, last });
	}
	return ranges;
}

/** All pages of some ranges, in their order. */
export function* pagesOf(ranges: readonly PageRange[]): Generator<number> {
	for (const { first, last } of ranges) {
		for (let page = first; page <= last; page++) {
			yield page;
		}
	}
}
