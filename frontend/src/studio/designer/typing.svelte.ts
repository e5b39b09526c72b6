import type { Draft } from "./draft.svelte";
import { canBeEmpty, readValue } from "./reading";
import type { Property } from "./sets.svelte";

/** Milliseconds of rest after which it is told that what is being typed is wrong. */
const rest = 800;

/** The typing of a property's value: what is wrong stays in its field, is told, and changes nothing. */
export class Typing {
	/** What is being typed, right or wrong; undefined where the value in force is shown. */
	#text: string | undefined = $state();
	/** Whether it was told that what was typed is wrong. */
	#told = $state(true);
	#timer: number | undefined;

	constructor(
		private readonly draft: () => Draft,
		private readonly property: () => Property,
	) {}

	/** What the field has; undefined where it has the value in force. */
	get text(): string | undefined {
		return this.#text ?? this.#wrongText;
	}

	get wrong(): boolean {
		return this.#wrongText !== undefined;
	}

	/** What is wrong, as soon as that is to be told. */
	get toTell(): string | undefined {
		return this.#told ? this.#wrongText : undefined;
	}

	get #wrongText(): string | undefined {
		return this.draft().mistyped[this.property().name];
	}

	/** A person has typed: the field has `text` now. */
	type(text: string): void {
		const property = this.property();
		const { name } = property;
		this.#text = text;
		const value = readValue(property, text);
		if (text.trim() === "" && !canBeEmpty(property)) {
			this.draft().reset(name);
		} else if (value === undefined) {
			this.#tellLater();
			this.draft().mistype(name, text);
		} else {
			this.draft().set(name, value);
		}
	}

	/** The typing is over: what is right is shown as it is kept, and what is wrong is told. */
	rest(): void {
		this.#text = undefined;
		this.#tell();
		this.draft().seal();
	}

	/** Escape has what was typed told first where it is wrong, and then taken back; Enter is rest. */
	key(event: KeyboardEvent): void {
		if (event.key === "Enter") {
			this.rest();
		} else if (event.key === "Escape" && this.wrong) {
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
		this.draft().untype(this.property().name);
	}

	#tellLater(): void {
		if (!this.wrong) {
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
