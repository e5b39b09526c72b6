import type { LocalizedMessage } from "../../core/session/message";

/**
 * Shows a message in an element, and sets the element's language. `lang` is set only if the message is in English and
 * the reader's language is another one.
 */
export function showMessage(element: HTMLElement, { text, lang }: LocalizedMessage): void {
	setText(element, text);
	if (lang === undefined) {
		element.removeAttribute("lang");
		element.removeAttribute("dir");
	} else {
		element.lang = lang;
		element.dir = "ltr";
	}
}

/**
 * Returns an element with a text whose direction may differ from that of the interface, such as a name in the document.
 * The element is aligned like the other texts of the interface.
 */
export function makeIsolated(text: string): HTMLElement {
	const element = document.createElement("bdi");
	element.textContent = text;
	return element;
}

/**
 * Sets the text of an element if it differs. Unchanged text is not set again, because this function is called in every
 * frame while scrolling.
 */
export function setText(element: HTMLElement, text: string): void {
	if (element.textContent !== text) {
		element.textContent = text;
	}
}
