import inline from "./inline.css?inline";
import shell from "./shell.css?inline";

/**
 * Creates style sheets. Unlike style elements and attributes, a Content-Security-Policy of the host page does not
 * forbid them.
 */
function makeStyleSheets(...texts: string[]): CSSStyleSheet[] {
	return texts.map((text) => {
		const styleSheet = new CSSStyleSheet();
		styleSheet.replaceSync(text);
		return styleSheet;
	});
}

/** The styles for a viewer in an element of the host page. */
export const inlineStyles = makeStyleSheets(inline, shell);

/** The styles for windows of this script. No style of the page applies to them, not even one for all elements. */
export const shellStyles = makeStyleSheets(
	":host{all:initial!important;color-scheme:light dark!important}",
	shell,
);
