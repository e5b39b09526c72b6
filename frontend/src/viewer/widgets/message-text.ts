import type { Told } from "../../core/session/message";

/** Has an element say a sentence, in its language. */
export function tell(element: HTMLElement, { text, lang }: Told): void {
	setText(element, text);
	if (lang === undefined) {
		element.removeAttribute("lang");
	} else {
		element.lang = lang;
	}
}

/** Sets a text only where it differs: this runs with every frame of a scroll. */
export function setText(element: HTMLElement, text: string): void {
	if (element.textContent !== text) {
		element.textContent = text;
	}
}
