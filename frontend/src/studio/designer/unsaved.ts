import type { Kind, Values } from "./property-set";

/** A profile or theme with unsaved changes. */
export interface UnsavedSet {
	readonly kind: Kind;
	readonly name: string;
	/** The values that were stored on the server before the changes. */
	readonly base: Values;
	readonly values: Values;
}

/**
 * Stores unsaved changes of the profiles and themes of a server in the browser, so that they survive closing the tab or
 * the window.
 */
export class UnsavedStore {
	readonly #prefix: string;
	/** The storage keys that this page has read or written. All other keys belong to other tabs. */
	#ownKeys: ReadonlySet<string> = new Set<string>();

	/** `url` is the base URL of the server. */
	constructor(url: string) {
		this.#prefix = `lectern.draft ${url} `;
	}

	loadAll(): UnsavedSet[] {
		const names = Object.keys(localStorage).filter((name) => name.startsWith(this.#prefix));
		this.#ownKeys = new Set(names);
		return names.flatMap((name) => parse(localStorage.getItem(name)) ?? []);
	}

	/**
	 * Stores all unsaved changes, replacing the changes that this page stored before. Returns false if the browser's
	 * storage has no room for them.
	 */
	saveAll(all: readonly UnsavedSet[]): boolean {
		const draftsByKey = new Map(all.map((draft) => [this.#keyOf(draft), draft]));
		for (const name of this.#ownKeys) {
			if (!draftsByKey.has(name)) {
				localStorage.removeItem(name);
			}
		}
		this.#ownKeys = new Set(draftsByKey.keys());
		try {
			for (const [name, { kind, name: setName, base, values }] of draftsByKey) {
				localStorage.setItem(name, JSON.stringify({ kind, name: setName, base, values }));
			}
			return true;
		} catch {
			return false;
		}
	}

	#keyOf({ kind, name }: UnsavedSet): string {
		return `${this.#prefix}${kind}/${name}`;
	}
}

/** Parses stored changes; returns undefined if the text is invalid. */
function parse(text: string | null): UnsavedSet | undefined {
	try {
		const { kind, name, base, values } = Object(JSON.parse(text ?? "")) as Record<string, unknown>;
		const isValid =
			(kind === "profile" || kind === "theme") &&
			typeof name === "string" &&
			isObject(base) &&
			isObject(values);
		return isValid ? { kind, name, base: base as Values, values: values as Values } : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}
