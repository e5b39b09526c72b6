import type { Draft } from "./draft.svelte";
import { canBeEmpty, readValue } from "./value-parsing";
import type { Property, Value } from "./property-set";

/** Milliseconds of rest after which it is told that what is being typed is wrong. */
const rest = 800;

/**
 * How a person says a property's value, by typing or otherwise. What is typed and is wrong stays in its field, is told,
 * and changes nothing.
 */
export class Typing {
	readonly #draft: () => Draft;
	readonly #property: () => Property;
	/** What is being typed, right or wrong; undefined where the value in force is shown. */
	#text: string | undefined = $state();
	/** Whether it was told that what was typed is wrong. */
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

	/** The id of what tells what is wrong. */
	get errors(): string {
		return `${this.id}-errors`;
	}

	/** What the field has; undefined where it has the value in force. */
	get text(): string | undefined {
		return this.#text ?? this.#wrongText;
	}

	/** Whether what the field has is no value. */
	get mistyped(): boolean {
		return this.#wrongText !== undefined;
	}

	/** Whether something is wrong: what was typed, or the value. */
	get wrong(): boolean {
		return this.mistyped || this.#property().name in this.#draft().problems;
	}

	/** What is wrong, as soon as that is to be told. */
	get toTell(): string | undefined {
		return this.#told ? this.#wrongText : undefined;
	}

	get #wrongText(): string | undefined {
		return this.#draft().mistyped[this.#property().name];
	}

	/** A person has typed: the field has `text` now. */
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

	/** The typing is over: what is right is shown as it is kept, and what is wrong is told. */
	rest(): void {
		this.#text = undefined;
		this.#tell();
		this.seal();
	}

	/** Escape has what was typed told first where it is wrong, and then taken back; Enter is rest. */
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

	/** What was typed is given up: the field shows the value in force. */
	takeBack(): void {
		this.#text = undefined;
		this.#draft().untype(this.#property().name);
	}

	/** Says a value otherwise than by typing; several that follow each other are one step, until they are sealed. */
	change(value: Value): void {
		this.takeBack();
		this.#draft().set(this.#property().name, value);
	}

	/** Ends a step. */
	seal(): void {
		this.#draft().seal();
	}

	/** Says a value otherwise than by typing, in a step of its own. */
	settle(value: Value): void {
		this.seal();
		this.change(value);
		this.seal();
	}

	/** Leaves the property to the default. */
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
