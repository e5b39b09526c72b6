import type { Told } from "../core/told";
import { setText } from "./toolbar";

/** Has an element say a sentence, in its language. */
export function tell(element: HTMLElement, { text, lang }: Told): void {
	setText(element, text);
	if (lang === undefined) {
		element.removeAttribute("lang");
	} else {
		element.lang = lang;
	}
}
