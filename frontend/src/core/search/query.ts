/** The options of a search. */
export interface SearchOptions {
	/** Whether case matters. */
	readonly case: boolean;
	/** Whether only whole words match. */
	readonly word: boolean;
	/** Whether diacritics matter. */
	readonly marks: boolean;
}

/** A search query. */
export interface Query extends SearchOptions {
	readonly text: string;
}

/** The maximum length of a search text. The server accepts 1,000 characters, including the quotes. */
const maxCharacters = 990;

/**
 * Returns the typed text as a phrase in the server's query language. A phrase matches consecutive words, and may begin
 * and end within a word. A text that contains quotes is returned unchanged, because it is already in the query
 * language.
 */
export function phraseOf(text: string): string {
	const line = Array.from(text.replace(/\s+/g, " ").trim()).slice(0, maxCharacters).join("");
	return /["“”„‟«»″＂]/.test(line) ? line : `"${line}`;
}

/**
 * Returns the search text in a URL's fragment (`#search=two%20words`), or undefined. A plus is a space, as in forms.
 */
export function searchOfFragment(fragment: string): string | undefined {
	const value = /(?:^#?|&)search=([^&]*)/.exec(fragment)?.[1] ?? "";
	const text = decodePart(value.replaceAll("+", " ")).trim();
	return text === "" ? undefined : text;
}

/** Decodes a percent-encoded text; returns it unchanged if it is malformed. */
function decodePart(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
