/** Puts values into the places that a sentence has for them, such as `{page}`. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
	return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
