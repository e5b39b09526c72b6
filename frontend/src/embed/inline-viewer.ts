import { showFrame } from "./frame";
import { makeElement } from "./dom";
import type { Request, Shown } from "./request";
import { inlineStyles } from "./style";

/**
 * Shows a viewer in an element of the page, within its shadow root. The element's own content is hidden but not
 * removed. The page's styles apply only to the element itself.
 */
export function showInline(request: Request): Shown {
	const { root, address } = request;
	const box = makeElement("div", "root");
	const { send, remove } = showFrame(box, address, request, () => undefined);
	root.adoptedStyleSheets = inlineStyles;
	root.replaceChildren(box);
	return {
		send,
		remove: () => {
			remove();
			root.adoptedStyleSheets = [];
		},
	};
}
