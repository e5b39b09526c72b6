import inline from "./inline.css?inline";
import shell from "./shell.css?inline";

/**
 * Creates style sheets by script. A Content-Security-Policy of the host page may forbid style elements and style
 * attributes, but it does not apply to style sheets that are created in this way.
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

/**
 * The styles for the windows that embed.js creates. The first rule overrides all styles that the page applies to the
 * element around a window, for example with the selector `*`.
 */
export const shellStyles = makeStyleSheets(
	":host{all:initial!important;color-scheme:light dark!important}",
	shell,
);
