import place from "./place.css?inline";
import shell from "./shell.css?inline";

/** Creates style sheets in a way that a policy of the host page allows, unlike style elements and attributes. */
function sheets(...texts: string[]): CSSStyleSheet[] {
	return texts.map((text) => {
		const made = new CSSStyleSheet();
		made.replaceSync(text);
		return made;
	});
}

/** Styles for an element of the host page. */
export const placeStyles = sheets(place, shell);

/**
 * Styles for windows of the embedding script, isolated from all styles of the page, including those for all elements.
 */
export const shellStyles = sheets(":host{all:initial!important;color-scheme:light dark!important}", shell);
