/** The result of parsing a typed page number: the page, or the reason why it is invalid. */
export type ParsedPageNumber =
	| { readonly ok: true; readonly page: number }
	| { readonly ok: false; readonly reason: "empty" | "not-a-number" | "out-of-range" };

/**
 * Parses a page number from 1 to `count`. If the document has page labels, such as iv, the text is looked up among
 * them first. Full-width digits and surrounding spaces are accepted.
 */
export function parsePageNumber(
	text: string,
	count: number,
	labels: readonly string[] = [],
): ParsedPageNumber {
	const typed = text.normalize("NFKC").trim();
	if (typed === "") {
		return { ok: false, reason: "empty" };
	}
	const labelled = pageWithLabel(typed, labels);
	if (labelled > 0 && labelled <= count) {
		return { ok: true, page: labelled };
	}
	if (!/^\d+$/.test(typed)) {
		return { ok: false, reason: "not-a-number" };
	}
	const page = Number(typed);
	return page >= 1 && page <= count ? { ok: true, page } : { ok: false, reason: "out-of-range" };
}

/**
 * Returns the number of the page with a label; 0 if no page has it. An exact match takes precedence over a label that
 * differs in case.
 */
function pageWithLabel(name: string, labels: readonly string[]): number {
	const exact = labels.indexOf(name);
	const folded = name.toLowerCase();
	return 1 + (exact >= 0 ? exact : labels.findIndex((label) => label.toLowerCase() === folded));
}

/**
 * Returns the page number in a URL's fragment (`#page=7`); undefined if there is none. The number may be greater than
 * the number of pages.
 */
export function pageOfFragment(fragment: string): number | undefined {
	const value = new RegExp(/(?:^#?|&)page=(\d{1,9})(?:&|$)/).exec(fragment)?.[1];
	const page = Number(value);
	return page >= 1 ? page : undefined;
}
