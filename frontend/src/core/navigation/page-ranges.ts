import type { PageRange } from "../layout/page-range";

/**
 * Parses page ranges such as `1-3, 7, 9-`, each within 1 to `count`, and keeps their order. Returns undefined if the
 * text is invalid or contains no page.
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

/** Yields all pages of the ranges, in order. */
export function* pagesOf(ranges: readonly PageRange[]): Generator<number> {
	for (const { first, last } of ranges) {
		for (let page = first; page <= last; page++) {
			yield page;
		}
	}
}
