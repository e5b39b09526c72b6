import { showFrame } from "./frame";
import { makeElement } from "./dom";
import type { Request, ShownViewer } from "./request";
import { inlineStyles } from "./style";

/**
 * Shows a viewer within an element of the page, in the element's shadow root. The element's own content is hidden but
 * not removed. Styles of the page apply to the element, but not to the content of its shadow root.
 */
export function showInline(request: Request): ShownViewer {
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
