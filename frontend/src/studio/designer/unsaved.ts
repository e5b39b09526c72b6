import type { Kind, Values } from "./property-set";

/** What is not saved of a set. */
export interface Unsaved {
	readonly kind: Kind;
	readonly name: string;
	/** What the set said when this was begun. */
	readonly base: Values;
	readonly values: Values;
}

/**
 * Where the browser keeps what is not saved of a server's sets. It outlives the tab and the window, which no page
 * can keep from closing.
 */
export class UnsavedStore {
	readonly #prefix: string;
	/** The names of what this page has read or written: the rest is another tab's. */
	#own: ReadonlySet<string> = new Set<string>();

	/** `url` is the server's. */
	constructor(url: string) {
		this.#prefix = `lectern.draft ${url} `;
	}

	read(): Unsaved[] {
		const names = Object.keys(localStorage).filter((name) => name.startsWith(this.#prefix));
		this.#own = new Set(names);
		return names.flatMap((name) => parse(localStorage.getItem(name)) ?? []);
	}

	/** Keeps all that is not saved, in the place of what was. Answers whether the browser has room for it. */
	write(all: readonly Unsaved[]): boolean {
		const own = new Map(all.map((one) => [this.#nameOf(one), one]));
		for (const name of this.#own) {
			if (!own.has(name)) {
				localStorage.removeItem(name);
			}
		}
		this.#own = new Set(own.keys());
		try {
			for (const [name, { kind, name: of, base, values }] of own) {
				localStorage.setItem(name, JSON.stringify({ kind, name: of, base, values }));
			}
			return true;
		} catch {
			return false;
		}
	}

	#nameOf({ kind, name }: Unsaved): string {
		return `${this.#prefix}${kind}/${name}`;
	}
}

/** Reads what was written; undefined where it is something else. */
function parse(text: string | null): Unsaved | undefined {
	try {
		const { kind, name, base, values } = Object(JSON.parse(text ?? "")) as Record<string, unknown>;
		const isRight =
			(kind === "profile" || kind === "theme") &&
			typeof name === "string" &&
			isObject(base) &&
			isObject(values);
		return isRight ? { kind, name, base: base as Values, values: values as Values } : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}
