/** Replaces the placeholders of a sentence, such as `{page}`, with values. */
export function fillPlaceholders(
	sentence: string,
	values: Readonly<Record<string, string | number>>,
): string {
	return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
