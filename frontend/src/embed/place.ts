import { type Framed, showFrame } from "./frame";
import { make } from "./make";
import { placeStyles } from "./style";
import type { ViewerEvent } from "../core/protocol";

/**
 * Shows a viewer within an element of the page. It lies in the element's shadow, so what the element
 * holds is neither shown nor lost meanwhile, and the page's styles count for the element alone.
 */
export function showWithin(element: Element, address: string, heard: (event: ViewerEvent) => void): Framed {
	const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
	const box = make("div", "root");
	const framed = showFrame(
		element,
		box,
		address,
		() => {
			framed.end();
			root.adoptedStyleSheets = [];
			root.replaceChildren(make("slot", ""));
		},
		heard,
	);
	root.adoptedStyleSheets = placeStyles;
	root.replaceChildren(box);
	return framed;
}
