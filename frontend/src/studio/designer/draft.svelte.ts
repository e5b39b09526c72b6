import { begin, change, type History, redo, seal, undo } from "../../core/lists/undo-history";
import type { Kind, Values, Value } from "./property-set";
import type { Unsaved } from "./unsaved";

/** The draft of a set: all its editing steps, until they are saved or discarded. */
export class Draft implements Unsaved {
	#history: History<Values> = $state.raw(begin({}));
	/** The stored values, as far as they are known. */
	#saved: Values = $state.raw({});
	#base: Values = $state.raw({});
	/** Whether the set was deleted. The stored values are then its last ones. */
	#gone = $state(false);
	/** The errors of the server, by property. */
	problems: Readonly<Record<string, string>> = $state.raw({});
	/** Invalid texts, by property. They are not part of the values. */
	mistyped: Readonly<Record<string, string>> = $state.raw({});

	constructor(
		readonly kind: Kind,
		readonly name: string,
		stored: Values | undefined,
		unsaved?: Unsaved,
	) {
		const saved = stored ?? unsaved?.base ?? {};
		this.#gone = stored === undefined;
		this.#saved = saved;
		this.#base = saved;
		this.#history = begin(saved);
		if (unsaved !== undefined) {
			this.replace(unsaved.values);
			this.#base = unsaved.base;
		}
	}

	get base(): Values {
		return this.#base;
	}

	/** The values of the set, without those that are left to the default. */
	get values(): Values {
		return this.#history.present;
	}

	get dirty(): boolean {
		return !isSame(this.values, this.#saved);
	}

	/** Whether the set was deleted since the draft was started. */
	get gone(): boolean {
		return this.#gone;
	}

	/** Whether somebody else has stored or deleted the set since the draft was started. Saving would undo that. */
	get overtaken(): boolean {
		return this.dirty && (this.#gone || !isSame(this.#saved, this.#base));
	}

	get canUndo(): boolean {
		return this.#history.past.length > 0;
	}

	get canRedo(): boolean {
		return this.#history.future.length > 0;
	}

	/** Sets a value. Consecutive changes of the same property are one step, until it is sealed. */
	set(property: string, value: Value): void {
		this.untype(property);
		if (this.values[property] !== value) {
			this.#change(property, { ...this.values, [property]: value });
		}
	}

	/** Resets a property to the default. */
	reset(property: string): void {
		this.untype(property);
		if (property in this.values) {
			this.#step(without(this.values, property));
		}
	}

	/** Records an invalid text. The previous value stays. */
	mistype(property: string, text: string): void {
		this.mistyped = { ...this.mistyped, [property]: text };
	}

	/** Discards an invalid text. */
	untype(property: string): void {
		if (property in this.mistyped) {
			this.mistyped = without(this.mistyped, property);
		}
	}

	/** Replaces all values, in one step. */
	replace(values: Values): void {
		this.mistyped = {};
		this.#step(values);
	}

	seal(): void {
		this.#history = seal(this.#history);
	}

	undo(): void {
		this.#history = undo(this.#history);
		this.problems = {};
		this.mistyped = {};
	}

	redo(): void {
		this.#history = redo(this.#history);
		this.problems = {};
		this.mistyped = {};
	}

	/** Discards all unsaved changes. This can be undone. */
	discard(): void {
		this.replace(this.#saved);
	}

	/** Updates the stored values; undefined if the set was deleted. Unchanged properties follow them. */
	stored(values: Values | undefined): void {
		this.#gone = values === undefined;
		if (values === undefined) {
			return;
		}
		const touched = this.dirty;
		this.#saved = values;
		if (!touched && !isSame(values, this.values)) {
			this.#history = begin(values);
		}
	}

	/** Records that the given values of this draft were stored. */
	saved(values: Values): void {
		this.#saved = values;
		this.#base = values;
		this.#gone = false;
	}

	#step(values: Values): void {
		this.seal();
		this.#change("", values);
		this.seal();
	}

	#change(what: string, values: Values): void {
		if (!this.dirty) {
			this.#base = this.#saved;
		}
		this.#history = change(this.#history, what, values);
		this.problems = {};
	}
}

/** Returns all entries except one. */
function without<T>(all: Readonly<Record<string, T>>, left: string): Readonly<Record<string, T>> {
	return Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));
}

function isSame(one: Values, other: Values): boolean {
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
