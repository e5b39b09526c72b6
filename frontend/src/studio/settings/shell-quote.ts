/** Quotes a text so that a POSIX shell reads it as one word. */
export function shellQuote(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
