import { begin, change, type History, redo, seal, undo } from "../../core/lists/undo-history";
import type { Kind, Values, Value } from "./property-set";
import type { Unsaved } from "./unsaved";

/** What a person is making of a set: all its steps, until they are saved or given up. */
export class Draft implements Unsaved {
	#history: History<Values> = $state.raw(begin({}));
	/** What is stored, as far as is known. */
	#saved: Values = $state.raw({});
	#base: Values = $state.raw({});
	/** Whether the set was deleted: then what is stored is what it said last. */
	#gone = $state(false);
	/** What the server said of values, by their properties. */
	problems: Readonly<Record<string, string>> = $state.raw({});
	/** What was typed and is no value, by its properties. It is not among the values. */
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

	/** What the set says; what it leaves to the default is not among it. */
	get values(): Values {
		return this.#history.present;
	}

	get dirty(): boolean {
		return !isSame(this.values, this.#saved);
	}

	/** Whether the set was deleted since this was begun. */
	get gone(): boolean {
		return this.#gone;
	}

	/** Whether another has stored or deleted the set since this was begun: to save it would take that back. */
	get overtaken(): boolean {
		return this.dirty && (this.#gone || !isSame(this.#saved, this.#base));
	}

	get canUndo(): boolean {
		return this.#history.past.length > 0;
	}

	get canRedo(): boolean {
		return this.#history.future.length > 0;
	}

	/** Says a value; several of the same property that follow each other are one step, until it is sealed. */
	set(property: string, value: Value): void {
		this.untype(property);
		if (this.values[property] !== value) {
			this.#change(property, { ...this.values, [property]: value });
		}
	}

	/** Leaves a property to the default. */
	reset(property: string): void {
		this.untype(property);
		if (property in this.values) {
			this.#step(without(this.values, property));
		}
	}

	/** Hears that what was typed is no value: the one before stays. */
	mistype(property: string, text: string): void {
		this.mistyped = { ...this.mistyped, [property]: text };
	}

	/** Gives up what was typed and is no value. */
	untype(property: string): void {
		if (property in this.mistyped) {
			this.mistyped = without(this.mistyped, property);
		}
	}

	/** Says all anew, in a step of its own. */
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

	/** Gives up what is not saved; it can be had back by going back. */
	discard(): void {
		this.replace(this.#saved);
	}

	/** Hears what is stored now; undefined where the set was deleted. What nobody has touched follows it. */
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

	/** Hears that values of this draft were stored. */
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

/** All but one. */
function without<T>(all: Readonly<Record<string, T>>, left: string): Readonly<Record<string, T>> {
	return Object.fromEntries(Object.entries(all).filter(([name]) => name !== left));
}

function isSame(one: Values, other: Values): boolean {
	const names = Object.keys(one);
	return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
