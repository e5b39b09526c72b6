import { wordsIn } from "./words";

export const [language, documentWord, close, minimise, elsewhere, newWindow] = wordsIn(navigator.languages);

/** Makes an element of a class. No markup is parsed: the host page's policy may forbid it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className: string,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
	const element = document.createElement(name);
	element.className = className;
	element.lang = language; // the page around it may be in another one
	element.append(...children);
	return element;
}

/** Gives a control a name and a sign: lines in a square of 20. */
export function sign<Control extends HTMLElement>(element: Control, label: string, path: string): Control {
	const make = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name);
	const drawing = make("svg");
	const lines = make("path");
	drawing.setAttribute("viewBox", "0 0 20 20");
	lines.setAttribute("d", path);
	drawing.append(lines);
	element.title = label;
	element.replaceChildren(drawing);
	return element;
}

/** Makes a button with a sign alone. */
export function button(label: string, path: string, press: () => void): HTMLButtonElement {
	const made = make("button", "button");
	made.onclick = press;
	return sign(made, label, path);
}
