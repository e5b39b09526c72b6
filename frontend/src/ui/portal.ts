/**
 * Returns the element to which the menu of a button is added. All content must be within a landmark, so this is the
 * `main` or `nav` element around the button or, if there is none, the visible `main` element.
 */
export function portalTarget(button: Element | null): Element {
	return (
		button?.closest("main, nav") ?? document.querySelector("main:not([hidden], [hidden] *)") ?? document.body
	);
}
