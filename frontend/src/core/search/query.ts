/** How a search takes what is typed. */
export interface SearchOptions {
	/** Capitals are other letters. */
	readonly case: boolean;
	/** Parts of words do not count. */
	readonly word: boolean;
	/** Letters with accents are other letters. */
	readonly marks: boolean;
}

/** What is searched for. */
export interface Query extends SearchOptions {
	readonly text: string;
}

/** Characters of a text that are searched for at most: the server takes 1,000, and a quote. */
const mostCharacters = 990;

/**
 * What is typed in the server's language: words that follow on each other, the first and the last of which may be
 * parts of words. Who types quotes has that language at hand.
 */
export function phraseOf(text: string): string {
	const line = Array.from(text.replace(/\s+/g, " ").trim()).slice(0, mostCharacters).join("");
	return /["“”„‟«»″＂]/.test(line) ? line : `"${line}`;
}

/** What a URL's fragment searches for (`#search=two%20words`), or undefined. A plus is a space, as in forms. */
export function searchOfFragment(fragment: string): string | undefined {
	const value = /(?:^#?|&)search=([^&]*)/.exec(fragment)?.[1] ?? "";
	const text = decoded(value.replaceAll("+", " ")).trim();
	return text === "" ? undefined : text;
}

/** A text without its escapes; as it is where they make no sense. */
function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
