import type { Draft } from "./draft.svelte";
import { canBeEmpty, parseValue } from "./value-parsing";
import type { Property, Value } from "./property-set";

/** The delay in milliseconds before an error is shown while somebody is typing. */
const errorDelay = 800;

/**
 * The editing of a property's value, by typing or otherwise. Invalid text stays in its field with an error, and changes
 * nothing.
 */
export class PropertyInput {
	readonly #draft: () => Draft;
	readonly #property: () => Property;
	/** The text being typed, valid or not; undefined if the effective value is shown. */
	#text: string | undefined = $state();
	/** Whether the error of the typed text is shown. */
	#isErrorShown = $state(true);
	#timer: number | undefined;

	constructor(draft: () => Draft, property: () => Property) {
		this.#draft = draft;
		this.#property = property;
	}

	/** The id of the field. */
	get id(): string {
		return `property-${this.#property().name}`;
	}

	/** The id of the error message. */
	get errorId(): string {
		return `${this.id}-errors`;
	}

	/** The text of the field; undefined if it shows the effective value. */
	get text(): string | undefined {
		return this.#text ?? this.#wrongText;
	}

	/** Whether the text of the field is invalid. */
	get isMistyped(): boolean {
		return this.#wrongText !== undefined;
	}

	/** Whether the text or the value is invalid. */
	get isInvalid(): boolean {
		return this.isMistyped || this.#property().name in this.#draft().problems;
	}

	/** The error message, once it should be shown. */
	get visibleError(): string | undefined {
		return this.#isErrorShown ? this.#wrongText : undefined;
	}

	get #wrongText(): string | undefined {
		return this.#draft().invalidTexts[this.#property().name];
	}

	/** Handles typing; the field now contains `text`. */
	handleInput(text: string): void {
		const property = this.#property();
		const { name } = property;
		this.#text = text;
		const value = parseValue(property, text);
		if (text.trim() === "" && !canBeEmpty(property)) {
			this.#draft().reset(name);
		} else if (value === undefined) {
			this.#showErrorLater();
			this.#draft().setInvalidText(name, text);
		} else {
			this.#draft().set(name, value);
		}
	}

	/** Handles the end of typing: valid text is shown in its stored form, and the error of invalid text is shown. */
	commit(): void {
		this.#text = undefined;
		this.#showError();
		this.endStep();
	}

	/** Handles keys: Escape shows the error of invalid text first, and then reverts the text. Enter ends typing. */
	handleKey(event: KeyboardEvent): void {
		if (event.key === "Enter") {
			this.commit();
		} else if (event.key === "Escape" && this.isMistyped) {
			event.preventDefault();
			if (this.#isErrorShown) {
				this.revert();
			}
			this.#showError();
		}
	}

	/** Reverts the field to the effective value. */
	revert(): void {
		this.#text = undefined;
		this.#draft().clearInvalidText(this.#property().name);
	}

	/**
	 * Sets a value by other means than typing. Consecutive changes are one step, until the step is ended (`endStep`).
	 */
	setValue(value: Value): void {
		this.revert();
		this.#draft().set(this.#property().name, value);
	}

	/** Ends a step. */
	endStep(): void {
		this.#draft().endStep();
	}

	/** Sets a value by other means than typing, in a separate step. */
	setAndCommit(value: Value): void {
		this.endStep();
		this.setValue(value);
		this.endStep();
	}

	/** Resets the property to the default. */
	reset(): void {
		this.revert();
		this.#draft().reset(this.#property().name);
	}

	#showErrorLater(): void {
		if (!this.isMistyped) {
			this.#isErrorShown = false;
		}
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#showError();
		}, errorDelay);
	}

	#showError(): void {
		window.clearTimeout(this.#timer);
		this.#isErrorShown = true;
	}
}
