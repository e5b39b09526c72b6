import inline from "./inline.css?inline";
import shell from "./shell.css?inline";

/** Creates style sheets in a way that a policy of the host page allows, unlike style elements and attributes. */
function makeStyleSheets(...texts: string[]): CSSStyleSheet[] {
	return texts.map((text) => {
		const styleSheet = new CSSStyleSheet();
		styleSheet.replaceSync(text);
		return styleSheet;
	});
}

/** Styles for an element of the host page. */
export const inlineStyles = makeStyleSheets(inline, shell);

/**
 * Styles for windows of the embedding script, isolated from all styles of the page, including those for all elements.
 */
export const shellStyles = makeStyleSheets(
	":host{all:initial!important;color-scheme:light dark!important}",
	shell,
);
