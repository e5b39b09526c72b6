/** Replaces the placeholders of a sentence, such as `{page}`, with values. */
export function fillPlaceholders(
	sentence: string,
	values: Readonly<Record<string, string | number>>,
): string {
	return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
