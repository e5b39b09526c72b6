import { showFrame } from "./frame";
import { makeElement } from "./dom";
import type { Request, Shown } from "./request";
import { placeStyles } from "./style";

/**
 * Shows a viewer within an element of the page. It lies in the element's shadow, so the element's content is neither
 * shown nor lost meanwhile, and the page's styles apply to the element alone.
 */
export function showInline(request: Request): Shown {
	const { root, address } = request;
	const box = makeElement("div", "root");
	const { send, remove } = showFrame(box, address, request, () => undefined);
	root.adoptedStyleSheets = placeStyles;
	root.replaceChildren(box);
	return {
		send,
		remove: () => {
			remove();
			root.adoptedStyleSheets = [];
		},
	};
}
