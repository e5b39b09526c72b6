/** A page number that was typed: the page, or why it is none. */
export type PageNumber =
	| { readonly ok: true; readonly page: number }
	| { readonly ok: false; readonly reason: "empty" | "not-a-number" | "out-of-range" };

/**
 * Reads a page from 1 to `count`: by its own name, such as iv, where the document has names for its
 * pages; else by its number, with digits of any width and spaces around it.
 */
export function parsePageNumber(text: string, count: number, labels: readonly string[] = []): PageNumber {
	const typed = text.normalize("NFKC").trim();
	if (typed === "") {
		return { ok: false, reason: "empty" };
	}
	const named = pageNamed(typed, labels);
	if (named > 0 && named <= count) {
		return { ok: true, page: named };
	}
	if (!/^\d+$/.test(typed)) {
		return { ok: false, reason: "not-a-number" };
	}
	const page = Number(typed);
	return page >= 1 && page <= count ? { ok: true, page } : { ok: false, reason: "out-of-range" };
}

/** The page of a name, whose case matters only where two differ in nothing else; 0 where there is none. */
function pageNamed(name: string, labels: readonly string[]): number {
	const exact = labels.indexOf(name);
	const folded = name.toLowerCase();
	return 1 + (exact >= 0 ? exact : labels.findIndex((label) => label.toLowerCase() === folded));
}

/** The page that a URL's fragment names (`#page=7`), or undefined. It may be beyond the document's end. */
export function pageOfFragment(fragment: string): number | undefined {
	const value = new RegExp(/(?:^#?|&)page=(\d{1,9})(?:&|$)/).exec(fragment)?.[1];
	const page = Number(value);
	return page >= 1 ? page : undefined;
}
