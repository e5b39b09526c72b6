import { endStep, type History, recordChange, redo, startHistory, undo } from "../../core/lists/undo-history";
import type { Kind, Value, Values } from "./property-set";
import type { UnsavedSet } from "./unsaved";

/** The draft of a profile or theme: its current values, and the steps that can be undone. */
export class Draft implements UnsavedSet {
	#history: History<Values> = $state.raw(startHistory({}));
	/** The values that the server had stored when the profile or theme was last read or saved. */
	#saved: Values = $state.raw({});
	#base: Values = $state.raw({});
	/** Whether the profile or theme was deleted on the server. If so, `#saved` has the values before the deletion. */
	#deleted = $state(false);
	/** The errors that the server returned about values, by property. */
	problems: Readonly<Record<string, string>> = $state.raw({});
	/** The texts in fields that are not valid values, by property. */
	invalidTexts: Readonly<Record<string, string>> = $state.raw({});

	constructor(
		readonly kind: Kind,
		readonly name: string,
		stored: Values | undefined,
		unsaved?: UnsavedSet,
	) {
		const saved = stored ?? unsaved?.base ?? {};
		this.#deleted = stored === undefined;
		this.#saved = saved;
		this.#base = saved;
		this.#history = startHistory(saved);
		if (unsaved !== undefined) {
			this.replace(unsaved.values);
			this.#base = unsaved.base;
		}
	}

	get base(): Values {
		return this.#base;
	}

	/** The values in the draft. Properties without a value use the default. */
	get values(): Values {
		return this.#history.present;
	}

	get isDirty(): boolean {
		return !isSame(this.values, this.#saved);
	}

	/** Whether the profile or theme was deleted since the draft was started. */
	get isDeleted(): boolean {
		return this.#deleted;
	}

	/**
	 * Whether the draft has changes, and somebody else has stored or deleted the profile or theme since the first of
	 * these changes. Saving the draft would overwrite the work of the other user.
	 */
	get hasConflict(): boolean {
		return this.isDirty && (this.#deleted || !isSame(this.#saved, this.#base));
	}

	get canUndo(): boolean {
		return this.#history.past.length > 0;
	}

	get canRedo(): boolean {
		return this.#history.future.length > 0;
	}

	/** Sets a value. Consecutive changes of the same property are one undo step, until `endStep` is called. */
	set(property: string, value: Value): void {
		this.clearInvalidText(property);
		if (this.values[property] !== value) {
			this.#record(property, { ...this.values, [property]: value });
		}
	}

	/** Resets a property to the default. */
	reset(property: string): void {
		this.clearInvalidText(property);
		if (property in this.values) {
			this.#step(omit(this.values, property));
		}
	}

	/** Records the invalid text in the field of a property. The property keeps its previous value. */
	setInvalidText(property: string, text: string): void {
		this.invalidTexts = { ...this.invalidTexts, [property]: text };
	}

	/** Discards the invalid text of a property. */
	clearInvalidText(property: string): void {
		if (property in this.invalidTexts) {
			this.invalidTexts = omit(this.invalidTexts, property);
		}
	}

	/** Replaces all values, in one undo step. */
	replace(values: Values): void {
		this.invalidTexts = {};
		this.#step(values);
	}

	endStep(): void {
		this.#history = endStep(this.#history);
	}

	undo(): void {
		this.#history = undo(this.#history);
		this.problems = {};
		this.invalidTexts = {};
	}

	redo(): void {
		this.#history = redo(this.#history);
		this.problems = {};
		this.invalidTexts = {};
	}

	/** Discards all unsaved changes. This can be undone. */
	discard(): void {
		this.replace(this.#saved);
	}

	/**
	 * Records the values that are now stored on the server; undefined if the profile or theme was deleted. A draft
	 * without changes takes over the new values; the values of a draft with changes stay.
	 */
	setStored(values: Values | undefined): void {
		this.#deleted = values === undefined;
		if (values === undefined) {
			return;
		}
		const wasDirty = this.isDirty;
		this.#saved = values;
		if (!wasDirty && !isSame(values, this.values)) {
			this.#history = startHistory(values);
		}
	}

	/** Records that these values of the draft were saved on the server. */
	markSaved(values: Values): void {
		this.#saved = values;
		this.#base = values;
		this.#deleted = false;
	}

	#step(values: Values): void {
		this.endStep();
		this.#record("", values);
		this.endStep();
	}

	#record(changeName: string, values: Values): void {
		if (!this.isDirty) {
			this.#base = this.#saved;
		}
		this.#history = recordChange(this.#history, changeName, values);
		this.problems = {};
	}
}

/** Returns all entries except the one with the given name. */
function omit<T>(entries: Readonly<Record<string, T>>, removedName: string): Readonly<Record<string, T>> {
	return Object.fromEntries(Object.entries(entries).filter(([name]) => name !== removedName));
}

function isSame(first: Values, second: Values): boolean {
	const names = Object.keys(first);
	return names.length === Object.keys(second).length && names.every((name) => first[name] === second[name]);
}
