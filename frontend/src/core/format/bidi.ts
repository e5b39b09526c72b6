/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a text that is part of a sentence, so that its direction does not reorder the sentence. Other texts stay as
 * they are.
 */
export function isolate(text: string): string {
	return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}
