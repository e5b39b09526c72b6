import type { Draft } from "./draft.svelte";
import { canBeEmpty, readValue } from "./value-parsing";
import type { Property, Value } from "./property-set";

/** The delay in milliseconds before an error is shown while somebody is typing. */
const rest = 800;

/**
 * The editing of a property's value, by typing or otherwise. Invalid text stays in its field with an error, and changes
 * nothing.
 */
export class Typing {
	readonly #draft: () => Draft;
	readonly #property: () => Property;
	/** The text being typed, valid or not; undefined if the effective value is shown. */
	#text: string | undefined = $state();
	/** Whether the error of the typed text is shown. */
	#told = $state(true);
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
	get errors(): string {
		return `${this.id}-errors`;
	}

	/** The text of the field; undefined if it shows the effective value. */
	get text(): string | undefined {
		return this.#text ?? this.#wrongText;
	}

	/** Whether the text of the field is invalid. */
	get mistyped(): boolean {
		return this.#wrongText !== undefined;
	}

	/** Whether the text or the value is invalid. */
	get wrong(): boolean {
		return this.mistyped || this.#property().name in this.#draft().problems;
	}

	/** The error message, once it should be shown. */
	get toTell(): string | undefined {
		return this.#told ? this.#wrongText : undefined;
	}

	get #wrongText(): string | undefined {
		return this.#draft().mistyped[this.#property().name];
	}

	/** Handles typing; the field now contains `text`. */
	type(text: string): void {
		const property = this.#property();
		const { name } = property;
		this.#text = text;
		const value = readValue(property, text);
		if (text.trim() === "" && !canBeEmpty(property)) {
			this.#draft().reset(name);
		} else if (value === undefined) {
			this.#tellLater();
			this.#draft().mistype(name, text);
		} else {
			this.#draft().set(name, value);
		}
	}

	/** Handles the end of typing: valid text is shown in its stored form, and the error of invalid text is shown. */
	rest(): void {
		this.#text = undefined;
		this.#tell();
		this.seal();
	}

	/** Handles keys: Escape shows the error of invalid text first, and then reverts the text. Enter ends typing. */
	key(event: KeyboardEvent): void {
		if (event.key === "Enter") {
			this.rest();
		} else if (event.key === "Escape" && this.mistyped) {
			event.preventDefault();
			if (this.#told) {
				this.takeBack();
			}
			this.#tell();
		}
	}

	/** Reverts the field to the effective value. */
	takeBack(): void {
		this.#text = undefined;
		this.#draft().untype(this.#property().name);
	}

	/** Sets a value by other means than typing. Consecutive changes are one step, until it is sealed. */
	change(value: Value): void {
		this.takeBack();
		this.#draft().set(this.#property().name, value);
	}

	/** Ends a step. */
	seal(): void {
		this.#draft().seal();
	}

	/** Sets a value by other means than typing, in a separate step. */
	settle(value: Value): void {
		this.seal();
		this.change(value);
		this.seal();
	}

	/** Resets the property to the default. */
	reset(): void {
		this.takeBack();
		this.#draft().reset(this.#property().name);
	}

	#tellLater(): void {
		if (!this.mistyped) {
			this.#told = false;
		}
		window.clearTimeout(this.#timer);
		this.#timer = window.setTimeout(() => {
			this.#tell();
		}, rest);
	}

	#tell(): void {
		window.clearTimeout(this.#timer);
		this.#told = true;
	}
}
