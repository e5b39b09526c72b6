/** A sentence from the server, for the reader. */
export interface Told {
	readonly text: string;
	/** The language of the text, where it is not the reader's; absent otherwise. */
	readonly lang?: string;
}

/** Reads a sentence from JSON's value; undefined where it is none. */
export function parseTold(value: unknown): Told | undefined {
	const { text, lang } = Object(value) as Record<string, unknown>;
	if (typeof text !== "string") {
		return undefined;
	}
	return typeof lang === "string" ? { text, lang } : { text };
}
