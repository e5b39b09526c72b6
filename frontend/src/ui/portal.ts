/**
 * Returns the element to which the menu of a button is added: the main landmark around the button or, for a button
 * outside it, the visible one, because all content belongs to a landmark.
 */
export function portalTarget(button: Element | null): Element {
	return button?.closest("main") ?? document.querySelector("main:not([hidden], [hidden] *)") ?? document.body;
}
