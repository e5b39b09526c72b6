/** A range of a list, from `first` up to but excluding `end`. */
export interface IndexRange {
	readonly first: number;
	readonly end: number;
}

/**
 * A cache of the loaded parts of a long list. Outdated parts are kept until newer ones arrive, so that nothing flickers;
 * the least recently used parts are evicted.
 */
export class Chunks<T> {
	readonly #most: number;
	readonly #chunks = new Map<number, { items: readonly T[]; age: number }>();
	#age = 0;

	/** `size` is the number of items in a part, and `most` the maximum number of cached parts. */
	constructor(
		readonly size: number,
		most: number,
	) {
		this.#most = most;
	}

	/** Returns the item at an index; undefined if it is not loaded. */
	at(index: number): T | undefined {
		return this.#chunks.get(Math.floor(index / this.size))?.items[index % this.size];
	}

	/** Returns the parts of a range that are not loaded, or outdated. */
	missing({ first, end }: IndexRange): number[] {
		const parts: number[] = [];
		for (let part = Math.floor(first / this.size); part * this.size < end; part++) {
			const chunk = this.#chunks.get(part);
			if (chunk?.age !== this.#age) {
				parts.push(part);
			} else {
				this.#chunks.delete(part); // to the end: it was looked at
				this.#chunks.set(part, chunk);
			}
		}
		return parts;
	}

	/** The current age of the list. Parts that are requested from now on are up to date as of this age. */
	get now(): number {
		return this.#age;
	}

	/** Stores a part, with the age of the list at the time of its request. */
	put(part: number, items: readonly T[], asked = this.#age): void {
		this.#chunks.delete(part);
		this.#chunks.set(part, { items, age: asked });
		for (const oldest of this.#chunks.keys()) {
			if (this.#chunks.size <= this.#most) {
				break;
			}
			this.#chunks.delete(oldest);
		}
	}

	/** Marks all parts as outdated. */
	age(): void {
		this.#age++;
	}

	clear(): void {
		this.#chunks.clear();
	}

	/** Replaces each item for which `change` returns another one. */
	replace(change: (item: T) => T): void {
		for (const chunk of this.#chunks.values()) {
			chunk.items = chunk.items.map(change);
		}
	}

	/** Returns the index of the first loaded item that matches; undefined if there is none. */
	place(is: (item: T) => boolean): number | undefined {
		for (const [part, { items }] of this.#chunks) {
			const within = items.findIndex(is);
			if (within >= 0) {
				return part * this.size + within;
			}
		}
		return undefined;
	}

	/** Yields all loaded items. */
	*values(): Iterable<T> {
		for (const { items } of this.#chunks.values()) {
			yield* items;
		}
	}
}
