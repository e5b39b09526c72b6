/** A sentence from the server for the reader, with its language. */
export interface LocalizedMessage {
	readonly text: string;
	/** The language of the text; undefined if it is the reader's language. */
	readonly lang?: string;
}

/** Parses a sentence from a JSON value; returns undefined for anything else. */
export function parseMessage(value: unknown): LocalizedMessage | undefined {
	const { text, lang } = Object(value) as Record<string, unknown>;
	if (typeof text !== "string") {
		return undefined;
	}
	return typeof lang === "string" ? { text, lang } : { text };
}
