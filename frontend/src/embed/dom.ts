import { isRightToLeft, translationFor } from "./translations";

export const [language, documentLabel, closeLabel, minimiseLabel, moveLabel, newWindowLabel] = translationFor(
	navigator.languages,
);

/**
 * Creates an element with a class. The element is not created from HTML text, because the Content-Security-Policy of
 * the host page may forbid parsing HTML.
 */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className: string,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name);
	element.className = className;
	element.lang = language; // the host page may have another language and direction
	element.dir = isRightToLeft(language) ? "rtl" : "ltr";
	element.append(...children);
	return element;
}

/** Sets the accessible name and the icon of a control. The icon is an SVG path in a square of 20 units. */
export function setIcon<Control extends HTMLElement>(element: Control, label: string, path: string): Control {
	const createSVG = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name);
	const drawing = createSVG("svg");
	const lines = createSVG("path");
	drawing.setAttribute("viewBox", "0 0 20 20");
	lines.setAttribute("d", path);
	drawing.append(lines);
	element.title = label;
	element.replaceChildren(drawing);
	return element;
}

/** Creates a button that shows only an icon. */
export function makeIconButton(label: string, path: string, onClick: () => void): HTMLButtonElement {
	const button = makeElement("button", "button");
	button.onclick = onClick;
	return setIcon(button, label, path);
}
