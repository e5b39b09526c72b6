/** The position of a syntax error in JSON. */
export interface JsonSyntaxError {
	/** The line number, from 1. */
	readonly line: number;
	/** The column, from 1. A character counts as one column, as in editors. */
	readonly column: number;
	/** The offset of the error in the text. */
	readonly offset: number;
	/** Whether the error is that the text ends too early. Otherwise, it is an unexpected character. */
	readonly isTruncated: boolean;
}

/**
 * Finds the first syntax error in a JSON text; returns undefined if there is none. Browsers report the position in
 * different formats, or not at all.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
	const offset = new Scanner(text).run();
	if (offset === undefined) {
		return undefined;
	}
	const before = text.slice(0, offset).split("\n");
	return {
		line: before.length,
		column: (before.at(-1) ?? "").length + 1,
		offset,
		isTruncated: offset >= text.length,
	};
}

const space = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
// eslint-disable-next-line no-control-regex -- strings in JSON contain no control characters
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
// eslint-disable-next-line no-control-regex -- as above, but without the closing quote
const unclosedString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** The tokens that may come next. */
type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/** Scans a JSON text once, without recursion. */
class Scanner {
	readonly #text: string;
	#offset = 0;
	/** The closing brackets of the open objects and lists. */
	readonly #openBrackets: string[] = [];
	#expected: Expected | undefined = "value";

	constructor(text: string) {
		this.#text = text;
	}

	/** Returns the offset of the first error; undefined if there is none. */
	run(): number | undefined {
		for (;;) {
			this.#consume(space);
			if (this.#expected === undefined) {
				return this.#offset < this.#text.length ? this.#offset : undefined;
			}
			if (!this.#consumeToken(this.#expected)) {
				return this.#offset;
			}
		}
	}

	#consume(pattern: RegExp): boolean {
		pattern.lastIndex = this.#offset;
		const found = pattern.exec(this.#text);
		this.#offset += found?.[0].length ?? 0;
		return found !== null;
	}

	/** Consumes the next token; returns false if it is not allowed here. */
	#consumeToken(expected: Expected): boolean {
		const next = this.#text[this.#offset];
		const mayEnd = expected.endsWith("end");
		if (mayEnd && next !== undefined && next === this.#openBrackets.at(-1)) {
			this.#offset++;
			this.#openBrackets.pop();
			this.#afterValue();
			return true;
		}
		switch (expected) {
			case "colon":
				return this.#consumePunctuation(":", "value");
			case "comma or end":
				return this.#consumePunctuation(",", this.#openBrackets.at(-1) === "}" ? "key" : "value");
			case "key":
			case "key or end":
				return this.#consumeString("colon");
			default:
				return this.#consumeValue(next);
		}
	}

	#consumePunctuation(character: string, next: Expected): boolean {
		if (this.#text[this.#offset] !== character) {
			return false;
		}
		this.#offset++;
		this.#expected = next;
		return true;
	}

	#consumeString(next: Expected | undefined): boolean {
		if (this.#consume(string)) {
			this.#expected = next;
			return true;
		}
		this.#consume(unclosedString); // the error is where the string stops being valid
		return false;
	}

	#consumeValue(next: string | undefined): boolean {
		if (next === "{" || next === "[") {
			this.#offset++;
			this.#openBrackets.push(next === "{" ? "}" : "]");
			this.#expected = next === "{" ? "key or end" : "value or end";
			return true;
		}
		if (next === '"') {
			if (!this.#consumeString(undefined)) {
				return false;
			}
		} else if (!this.#consume(scalar)) {
			return false;
		}
		this.#afterValue();
		return true;
	}

	#afterValue(): void {
		this.#expected = this.#openBrackets.length > 0 ? "comma or end" : undefined;
	}
}
