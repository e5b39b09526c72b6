import place from "./place.css?inline";
import shell from "./shell.css?inline";

/** Style sheets that a host page's policy does not forbid, as it would an element or an attribute. */
function sheets(...texts: string[]): CSSStyleSheet[] {
	return texts.map((text) => {
		const made = new CSSStyleSheet();
		made.replaceSync(text);
		return made;
	});
}

/** Styles for an element of the host page. */
export const placeStyles = sheets(place, shell);

/** Styles for a window of our own, which takes none from the page: not even what that has for all of its elements. */
export const shellStyles = sheets(":host{all:initial!important;color-scheme:light dark!important}", shell);
