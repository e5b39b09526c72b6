import type { Draft } from "./draft.svelte";
import { canBeEmpty, parseValue } from "./value-parsing";
import type { Property, Value } from "./property-set";

/** The delay in milliseconds before an error is shown while somebody is typing. */
const errorDelay = 800;

/**
 * The editing of a property's value, by typing or with other controls. Invalid text stays in its field with an error,
 * and does not change the value.
 */
export class PropertyInput {
	readonly #draft: () => Draft;
	readonly #property: () => Property;
	/** The text being typed, valid or not; undefined while the field shows the effective value. */
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

	/** The typed text; undefined while the field shows the effective value. */
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

	/** Handles an input event; `text` is the new content of the field. */
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

	/**
	 * Handles the end of typing: a valid text is replaced by its stored form, and the error of an invalid text is
	 * shown.
	 */
	commit(): void {
		this.#text = undefined;
		this.#showError();
		this.endStep();
	}

	/**
	 * Handles keys. Enter ends typing. Escape shows the error of an invalid text; pressed again, it reverts the text.
	 */
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
	 * Sets a value with a control other than a text field. Consecutive changes are one undo step, until `endStep` is
	 * called.
	 */
	setValue(value: Value): void {
		this.revert();
		this.#draft().set(this.#property().name, value);
	}

	/** Ends the undo step. */
	endStep(): void {
		this.#draft().endStep();
	}

	/** Sets a value with a control other than a text field, as a separate undo step. */
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
