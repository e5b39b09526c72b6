/** A range of a list, from `first` up to but excluding `end`. */
export interface IndexRange {
	readonly first: number;
	readonly end: number;
}

/**
 * A cache of the loaded parts of a long list. Outdated parts are kept until newer ones arrive, so that nothing
 * flickers; the least recently used parts are evicted.
 */
export class ChunkCache<T> {
	readonly #maxChunks: number;
	readonly #chunks = new Map<number, { items: readonly T[]; age: number }>();
	#generation = 0;

	/** `size` is the number of items in a part, and `maxChunks` the maximum number of cached parts. */
	constructor(
		readonly size: number,
		maxChunks: number,
	) {
		this.#maxChunks = maxChunks;
	}

	/** Returns the item at an index; undefined if it is not loaded. */
	at(index: number): T | undefined {
		return this.#chunks.get(Math.floor(index / this.size))?.items[index % this.size];
	}

	/** Returns the numbers of the parts within a range that are not loaded or are outdated. */
	missing({ first, end }: IndexRange): number[] {
		const parts: number[] = [];
		for (let part = Math.floor(first / this.size); part * this.size < end; part++) {
			const chunk = this.#chunks.get(part);
			if (chunk?.age !== this.#generation) {
				parts.push(part);
			} else {
				this.#chunks.delete(part); // reinsert: the most recently used parts are last
				this.#chunks.set(part, chunk);
			}
		}
		return parts;
	}

	/**
	 * The current generation of the list, which `markOutdated` increases. Remember it when requesting a part, and pass
	 * it to `store`.
	 */
	get generation(): number {
		return this.#generation;
	}

	/** Stores a part. `generation` is the generation of the list when the part was requested. */
	store(part: number, items: readonly T[], generation = this.#generation): void {
		this.#chunks.delete(part);
		this.#chunks.set(part, { items, age: generation });
		for (const oldest of this.#chunks.keys()) {
			if (this.#chunks.size <= this.#maxChunks) {
				break;
			}
			this.#chunks.delete(oldest);
		}
	}

	/** Marks all parts as outdated. */
	markOutdated(): void {
		this.#generation++;
	}

	clear(): void {
		this.#chunks.clear();
	}

	/** Replaces each item with the result of `transform` for it. */
	mapItems(transform: (item: T) => T): void {
		for (const chunk of this.#chunks.values()) {
			chunk.items = chunk.items.map(transform);
		}
	}

	/** Returns the index of the first loaded item that matches; undefined if there is none. */
	findIndex(matches: (item: T) => boolean): number | undefined {
		for (const [part, { items }] of this.#chunks) {
			const index = items.findIndex(matches);
			if (index >= 0) {
				return part * this.size + index;
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
