/** A page number that was typed: the page, or why it is none. */
export type PageNumber =
	| { readonly ok: true; readonly page: number }
	| { readonly ok: false; readonly reason: "empty" | "not-a-number" | "out-of-range" };

/** Reads a page number from 1 to `count`, with digits of any width and spaces around it. */
export function parsePageNumber(text: string, count: number): PageNumber {
	const digits = text.normalize("NFKC").trim();
	if (digits === "") {
		return { ok: false, reason: "empty" };
	}
	if (!/^\d+$/.test(digits)) {
		return { ok: false, reason: "not-a-number" };
	}
	const page = Number(digits);
	return page >= 1 && page <= count ? { ok: true, page } : { ok: false, reason: "out-of-range" };
}

/** The page that a URL's fragment names (`#page=7`), or undefined. It may be beyond the document's end. */
export function pageOfFragment(fragment: string): number | undefined {
	const value = new RegExp(/(?:^#?|&)page=(\d{1,9})(?:&|$)/).exec(fragment)?.[1];
	const page = Number(value);
	return page >= 1 ? page : undefined;
}
