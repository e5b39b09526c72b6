/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Returns a text that can be inserted into a sentence. A text with right-to-left letters is enclosed in Unicode
 * isolates, so that it does not reorder the sentence; other texts are unchanged.
 */
export function isolate(text: string): string {
	return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
