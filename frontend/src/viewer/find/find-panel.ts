import type { SearchOptions } from "../../core/search/query";
import type { FindStatus } from "./find-status";
import { makeIcon } from "../widgets/icon";
import { setText } from "../widgets/message-text";
import { words } from "../words";

/** The events of the search panel. */
export interface FindPanelEvents {
	/** Called when the search text or the options change. `now` is false while the reader is typing. */
	readonly asked: (now: boolean) => void;
	readonly step: (direction: 1 | -1) => void;
	readonly list: () => void;
	readonly close: () => void;
}

/** The search panel, with the field for the search text and the number of hits. */
export class FindPanel {
	readonly #events: FindPanelEvents;
	readonly element = document.createElement("search");
	readonly #field = document.createElement("input");
	readonly #count = document.createElement("span");
	readonly #note = document.createElement("p");
	readonly #steps: readonly HTMLButtonElement[];
	readonly #list: HTMLButtonElement;
	readonly #switches: Readonly<Record<keyof SearchOptions, HTMLButtonElement>>;
	/** The element that had the focus before the panel was opened. */
	#before: Element | null = null;

	/** `parts` sets whether parts of words are found, so that the panel offers to search for whole words. */
	constructor(parts: boolean, events: FindPanelEvents) {
		this.#events = events;
		const { step, list, close } = events;
		this.#steps = [
			makeButton(words.searchPrevious, "chevron-up", "Shift+F3", () => {
				step(-1);
			}),
			makeButton(words.searchNext, "chevron-down", "F3", () => {
				step(1);
			}),
		];
		this.#switches = {
			case: this.#makeSwitch(words.searchCase, makeIcon("case-sensitive")),
			word: this.#makeSwitch(words.searchWord, makeIcon("whole-word")),
			marks: this.#makeSwitch(words.searchMarks, makeLetter("é")),
		};
		this.#switches.word.hidden = !parts;
		this.#list = makeButton(words.searchList, "list", "", list);
		this.element.id = "finder";
		this.element.className = "finder";
		this.element.hidden = true;
		this.element.ariaLabel = words.search;
		this.#note.className = "finder-note";
		this.#note.setAttribute("role", "status");
		this.#note.hidden = true;
		const options = makeGroup("finder-options", ...Object.values(this.#switches));
		const steps = makeGroup("finder-steps", ...this.#steps, this.#list);
		const closer = makeButton(words.searchClose, "x", "Esc", close);
		closer.classList.add("finder-close");
		this.element.append(this.#makeEntry(), steps, options, closer, this.#note);
		this.element.addEventListener("keydown", (event) => {
			this.#key(event);
		});
	}

	get open(): boolean {
		return !this.element.hidden;
	}

	get text(): string {
		return this.#field.value.trim();
	}

	get options(): SearchOptions {
		const { case: letterCase, word, marks } = this.#switches;
		return { case: isOn(letterCase), word: isOn(word), marks: isOn(marks) };
	}

	/** Opens the panel, with a text if one is given. It receives the focus if the reader opened it. */
	show(text: string | undefined, focus: boolean): void {
		if (!this.open) {
			this.#before = document.activeElement;
			this.element.hidden = false;
		}
		if (text !== undefined) {
			this.#field.value = text;
		}
		if (focus) {
			this.#field.focus({ preventScroll: true });
			this.#field.select();
		}
	}

	/** Closes the panel. The focus returns to the previous element, or to `otherwise` if that is gone. */
	hide(otherwise: HTMLElement): void {
		const inside = this.element.contains(document.activeElement);
		this.element.hidden = true;
		if (inside) {
			const before = this.#before;
			const there = before instanceof HTMLElement && before !== document.body && before.isConnected;
			(there ? before : otherwise).focus({ preventScroll: true });
		}
	}

	/** Shows the number of hits and a note. */
	tell({ count, note, found, none }: FindStatus): void {
		setText(this.#count, count);
		setText(this.#note, note);
		this.#note.hidden = note === "";
		this.element.classList.toggle("finder-none", none);
		for (const button of [...this.#steps, this.#list]) {
			// A disabled button would lose the focus, so only the ARIA attribute is set.
			button.ariaDisabled = found ? null : "true";
		}
	}

	#makeEntry(): HTMLElement {
		const entry = document.createElement("label");
		entry.className = "finder-entry";
		const name = document.createElement("span");
		name.className = "visually-hidden";
		name.textContent = words.searchField;
		Object.assign(this.#field, {
			type: "search",
			enterKeyHint: "search",
			autocomplete: "off",
			spellcheck: false,
			maxLength: 990,
			placeholder: words.searchField,
		});
		this.#field.addEventListener("input", () => {
			this.#events.asked(false);
		});
		this.#count.className = "finder-count";
		this.#count.setAttribute("role", "status");
		entry.append(makeIcon("search"), name, this.#field, this.#count);
		return entry;
	}

	#makeSwitch(name: string, face: Element): HTMLButtonElement {
		const button = makeButton(name, face, "", () => {
			button.ariaPressed = String(!isOn(button));
			this.#events.asked(true);
		});
		button.ariaPressed = "false";
		return button;
	}

	#key(event: KeyboardEvent): void {
		if (event.key === "Escape") {
			this.#events.close();
		} else if (event.key === "Enter" && event.target === this.#field && !event.isComposing) {
			this.#events.step(event.shiftKey ? -1 : 1);
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}
}

function makeGroup(name: string, ...buttons: HTMLElement[]): HTMLElement {
	const group = document.createElement("div");
	group.className = name;
	group.append(...buttons);
	return group;
}

function makeButton(name: string, face: string | Element, key: string, click: () => void): HTMLButtonElement {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "icon-button";
	button.ariaLabel = name;
	button.title = key === "" ? name : `${name} (${key})`;
	button.append(typeof face === "string" ? makeIcon(face) : face);
	button.addEventListener("click", () => {
		if (button.ariaDisabled === null) {
			click();
		}
	});
	return button;
}

/** Returns a letter that serves as an icon. */
function makeLetter(letter: string): HTMLElement {
	const face = document.createElement("span");
	face.className = "finder-letter";
	face.ariaHidden = "true";
	face.textContent = letter;
	return face;
}

function isOn(button: HTMLButtonElement): boolean {
	return button.ariaPressed === "true";
}
