import { showFrame } from "./frame";
import { make } from "./make";
import type { Request, Shown } from "./request";
import { placeStyles } from "./style";

/**
 * Shows a viewer within an element of the page. It lies in the element's shadow, so the element's content is neither
 * shown nor lost meanwhile, and the page's styles apply to the element alone.
 */
export function showWithin(request: Request): Shown {
	const { root, address } = request;
	const box = make("div", "root");
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
