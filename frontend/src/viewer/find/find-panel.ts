import type { SearchOptions } from "../../core/search/query";
import type { FindStatus } from "./find-status";
import { makeIcon } from "../widgets/icon";
import { keyNames } from "../widgets/key-names";
import { setText } from "../widgets/message-text";
import { translations } from "../translations";

/** The events of the search panel. */
export interface FindPanelEvents {
	/** Called when the search text or the options change. `immediate` is false if the reader is still typing. */
	readonly onQueryChange: (immediate: boolean) => void;
	readonly onStep: (direction: 1 | -1) => void;
	readonly onShowList: () => void;
	readonly onClose: () => void;
}

/** The search panel, with the field for the search text and the number of hits. */
export class FindPanel {
	readonly #events: FindPanelEvents;
	readonly element = document.createElement("search");
	readonly #field = document.createElement("input");
	readonly #countElement = document.createElement("span");
	readonly #noteElement = document.createElement("p");
	readonly #stepButtons: readonly HTMLButtonElement[];
	readonly #listButton: HTMLButtonElement;
	readonly #toggles: Readonly<Record<keyof SearchOptions, HTMLButtonElement>>;

	/**
	 * `findsParts` sets whether a search also finds parts of words. Only then does the panel offer to search for whole
	 * words.
	 */
	constructor(findsParts: boolean, events: FindPanelEvents) {
		this.#events = events;
		const { onStep, onShowList, onClose } = events;
		this.#stepButtons = [
			makeButton(translations.searchPrevious, "chevron-up", "Shift+F3", () => {
				onStep(-1);
			}),
			makeButton(translations.searchNext, "chevron-down", "F3", () => {
				onStep(1);
			}),
		];
		this.#toggles = {
			case: this.#makeToggle(
				translations.searchCase,
				translations.searchCaseShort,
				makeIcon("case-sensitive"),
			),
			word: this.#makeToggle(translations.searchWord, translations.searchWordShort, makeIcon("whole-word")),
			marks: this.#makeToggle(translations.searchMarks, translations.searchMarksShort, makeLetter("é")),
		};
		this.#toggles.word.hidden = !findsParts;
		this.#listButton = makeButton(translations.searchList, "list", "", onShowList);
		this.element.id = "finder";
		this.element.className = "finder";
		this.element.hidden = true;
		this.element.ariaLabel = translations.search;
		this.#noteElement.className = "finder-note";
		this.#noteElement.setAttribute("role", "status");
		this.#noteElement.hidden = true;
		const options = makeGroup("finder-options", ...Object.values(this.#toggles));
		const steps = makeGroup("finder-steps", ...this.#stepButtons, this.#listButton);
		const closeButton = makeButton(translations.searchClose, "x", "Esc", onClose);
		closeButton.classList.add("finder-close");
		this.element.append(this.#makeEntry(), steps, options, closeButton, this.#noteElement);
		this.element.addEventListener("keydown", (event) => {
			this.#handleKey(event);
		});
	}

	get isOpen(): boolean {
		return !this.element.hidden;
	}

	get text(): string {
		return this.#field.value.trim();
	}

	get options(): SearchOptions {
		const { case: letterCase, word, marks } = this.#toggles;
		return { case: isOn(letterCase), word: isOn(word), marks: isOn(marks) };
	}

	/** Opens the panel. If a text is given, it is put into the field. With `focus`, the field receives the focus. */
	show(text: string | undefined, focus: boolean): void {
		if (!this.isOpen) {
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

	/** Closes the panel. */
	hide(): void {
		this.element.hidden = true;
	}

	/** Shows the number of hits and a note. */
	showStatus({ count, note, found, hasNoHits }: FindStatus): void {
		setText(this.#countElement, count);
		setText(this.#noteElement, note);
		this.#noteElement.hidden = note === "";
		this.element.classList.toggle("finder-none", hasNoHits);
		for (const button of [...this.#stepButtons, this.#listButton]) {
			// A disabled button would lose the focus, so only the ARIA attribute is set.
			button.ariaDisabled = found ? null : "true";
		}
	}

	#makeEntry(): HTMLElement {
		const entry = document.createElement("label");
		entry.className = "finder-entry";
		const name = document.createElement("span");
		name.className = "visually-hidden";
		name.textContent = translations.searchField;
		Object.assign(this.#field, {
			type: "search",
			enterKeyHint: "search",
			autocomplete: "off",
			spellcheck: false,
			maxLength: 990,
			placeholder: translations.searchField,
		});
		this.#field.addEventListener("input", () => {
			this.#events.onQueryChange(false);
		});
		this.#countElement.className = "finder-count";
		this.#countElement.setAttribute("role", "status");
		entry.append(makeIcon("search"), name, this.#field, this.#countElement);
		return entry;
	}

	/**
	 * Returns the button that toggles an option. Where there are no tooltips, it shows the short name instead of the
	 * icon. `name` must contain `shortName`, so that readers can choose the button by voice.
	 */
	#makeToggle(name: string, shortName: string, icon: Element): HTMLButtonElement {
		const button = makeButton(name, icon, "", () => {
			button.ariaPressed = String(!isOn(button));
			this.#events.onQueryChange(true);
		});
		const word = document.createElement("span");
		word.className = "finder-word";
		word.ariaHidden = "true";
		word.textContent = shortName;
		button.append(word);
		button.ariaPressed = "false";
		return button;
	}

	#handleKey(event: KeyboardEvent): void {
		if (event.key === "Escape") {
			this.#events.onClose();
		} else if (event.key === "Enter" && event.target === this.#field && !event.isComposing) {
			this.#events.onStep(event.shiftKey ? -1 : 1);
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

function makeButton(
	name: string,
	icon: string | Element,
	key: string,
	onClick: () => void,
): HTMLButtonElement {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "icon-button";
	button.ariaLabel = name;
	button.title = key === "" ? name : `${name} (${keyNames(key)})`;
	button.append(typeof icon === "string" ? makeIcon(icon) : icon);
	button.addEventListener("click", () => {
		if (button.ariaDisabled === null) {
			onClick();
		}
	});
	return button;
}

/** Returns a letter that serves as an icon. */
function makeLetter(letter: string): HTMLElement {
	const icon = document.createElement("span");
	icon.className = "finder-letter";
	icon.ariaHidden = "true";
	icon.textContent = letter;
	return icon;
}

function isOn(button: HTMLButtonElement): boolean {
	return button.ariaPressed === "true";
}
