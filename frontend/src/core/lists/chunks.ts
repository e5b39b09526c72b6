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

	/** `size` is that of a part, `most` how many parts are kept. */
	constructor(
		readonly size: number,
		most: number,
	) {
		this.#most = most;
	}

	/** What is at a place of the list; undefined where that is not at hand. */
	at(index: number): T | undefined {
		return this.#chunks.get(Math.floor(index / this.size))?.items[index % this.size];
	}

	/** The parts that a stretch of the list needs and that are not at hand, or out of date. */
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

	/** What the list is at: parts that are asked for from now on are as of now. */
	get now(): number {
		return this.#age;
	}

	/** Has a part at hand, as of when it was asked for. */
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

	/** Marks all as out of date. */
	age(): void {
		this.#age++;
	}

	clear(): void {
		this.#chunks.clear();
	}

	/** Puts `change` of an item in the place of each that it gives another one for. */
	replace(change: (item: T) => T): void {
		for (const chunk of this.#chunks.values()) {
			chunk.items = chunk.items.map(change);
		}
	}

	/** Where the first is that is so; undefined where none at hand is. */
	place(is: (item: T) => boolean): number | undefined {
		for (const [part, { items }] of this.#chunks) {
			const within = items.findIndex(is);
			if (within >= 0) {
				return part * this.size + within;
			}
		}
		return undefined;
	}

	/** All that is at hand. */
	*values(): Iterable<T> {
		for (const { items } of this.#chunks.values()) {
			yield* items;
		}
	}
}
