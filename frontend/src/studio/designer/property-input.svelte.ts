import type { Draft } from "./draft.svelte";
import { canBeEmpty, parseValue } from "./value-parsing";
import type { Property, Value } from "./property-set";

/** The time in milliseconds without typing after which the error of an invalid text is shown. */
const errorDelay = 800;

/**
 * The state of the control that edits a property. An invalid text stays in the text field with an error, and does not
 * change the value.
 */
export class PropertyInput {
	readonly #draft: () => Draft;
	readonly #property: () => Property;
	/** The text that the user is typing, valid or not; undefined if the user is not typing. */
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

	/**
	 * The text that the user is typing, or an invalid text that stayed in the field; undefined if the field must show
	 * the effective value.
	 */
	get text(): string | undefined {
		return this.#text ?? this.#invalidText;
	}

	/** Whether the text of the field is invalid. */
	get isMistyped(): boolean {
		return this.#invalidText !== undefined;
	}

	/** Whether the text of the field is invalid, or the server has rejected the value. */
	get isInvalid(): boolean {
		return this.isMistyped || this.#property().name in this.#draft().problems;
	}

	/** The invalid text, if its error must be shown; otherwise undefined. */
	get visibleError(): string | undefined {
		return this.#isErrorShown ? this.#invalidText : undefined;
	}

	get #invalidText(): string | undefined {
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
	 * Handles the end of typing: the field shows the effective value instead of a valid text, and the error of an
	 * invalid text is shown.
	 */
	commit(): void {
		this.#text = undefined;
		this.#showError();
		this.endStep();
	}

	/**
	 * Handles keys. Enter ends typing. The first Escape shows the error of an invalid text, and the second Escape
	 * reverts the text.
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

	/** Ends the current undo step, so that the next change starts a new one. */
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
