/** The position of a syntax error in JSON. */
export interface JsonMistake {
	/** The line number, from 1. */
	readonly line: number;
	/** The column, from 1, counted in characters as editors do. */
	readonly column: number;
	/** The offset of the error in the text. */
	readonly place: number;
	/** Whether the text ends too early; otherwise there is an unexpected character. */
	readonly ends: boolean;
}

/**
 * Finds the first syntax error in a JSON text; returns undefined if there is none. Browsers report the position in
 * different formats, or not at all.
 */
export function findJsonMistake(text: string): JsonMistake | undefined {
	const place = new Scanner(text).run();
	if (place === undefined) {
		return undefined;
	}
	const before = text.slice(0, place).split("\n");
	return { line: before.length, column: (before.at(-1) ?? "").length + 1, place, ends: place >= text.length };
}

const space = /[ \t\r\n]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
// eslint-disable-next-line no-control-regex -- JSON has none of these within texts
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
// eslint-disable-next-line no-control-regex -- likewise
const begunString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** The tokens that may come next. */
type Wanted = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

/** Scans a JSON text once, without recursion. */
class Scanner {
	readonly #text: string;
	#at = 0;
	/** The closing brackets of the open objects and lists. */
	readonly #open: string[] = [];
	#wanted: Wanted | undefined = "value";

	constructor(text: string) {
		this.#text = text;
	}

	/** Returns the offset of the first error; undefined if there is none. */
	run(): number | undefined {
		for (;;) {
			this.#take(space);
			if (this.#wanted === undefined) {
				return this.#at < this.#text.length ? this.#at : undefined;
			}
			if (!this.#step(this.#wanted)) {
				return this.#at;
			}
		}
	}

	#take(pattern: RegExp): boolean {
		pattern.lastIndex = this.#at;
		const found = pattern.exec(this.#text);
		this.#at += found?.[0].length ?? 0;
		return found !== null;
	}

	/** Consumes the next token; returns false if it is not allowed here. */
	#step(wanted: Wanted): boolean {
		const next = this.#text[this.#at];
		const mayEnd = wanted.endsWith("end");
		if (mayEnd && next !== undefined && next === this.#open.at(-1)) {
			this.#at++;
			this.#open.pop();
			this.#afterValue();
			return true;
		}
		switch (wanted) {
			case "colon":
				return this.#sign(":", "value");
			case "comma or end":
				return this.#sign(",", this.#open.at(-1) === "}" ? "key" : "value");
			case "key":
			case "key or end":
				return this.#string("colon");
			default:
				return this.#value(next);
		}
	}

	#sign(sign: string, then: Wanted): boolean {
		if (this.#text[this.#at] !== sign) {
			return false;
		}
		this.#at++;
		this.#wanted = then;
		return true;
	}

	#string(then: Wanted | undefined): boolean {
		if (this.#take(string)) {
			this.#wanted = then;
			return true;
		}
		this.#take(begunString); // the mistake is where it cannot go on
		return false;
	}

	#value(next: string | undefined): boolean {
		if (next === "{" || next === "[") {
			this.#at++;
			this.#open.push(next === "{" ? "}" : "]");
			this.#wanted = next === "{" ? "key or end" : "value or end";
			return true;
		}
		if (next === '"') {
			if (!this.#string(undefined)) {
				return false;
			}
		} else if (!this.#take(scalar)) {
			return false;
		}
		this.#afterValue();
		return true;
	}

	#afterValue(): void {
		this.#wanted = this.#open.length > 0 ? "comma or end" : undefined;
	}
}
