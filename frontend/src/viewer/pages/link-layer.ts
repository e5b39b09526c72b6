import { fillPlaceholders } from "../../core/format/placeholders";
import { linkNames } from "../../core/text/link-names";
import type { PageWords } from "../../core/text/page-text";
import { translations } from "../translations";
import { makeLayer, setBox } from "./page-layers";

/**
 * Returns the layer with the links of a page. A link to another page has a URL with the page number, but the viewer
 * handles clicks on it. The server sends only URLs with the schemes http, https and mailto.
 */
export function makeLinkLayer(page: PageWords): HTMLElement {
	const layer = makeLayer("links");
	const nameOf = linkNames(page);
	for (const { box, target } of page.links ?? []) {
		const link = document.createElement("a");
		const name = nameOf(box);
		setBox(link, box);
		if (target.uri !== undefined) {
			link.href = target.uri;
			link.target = "_blank";
			link.rel = "noopener noreferrer";
			link.ariaLabel = name || target.uri;
		} else {
			const number = target.page ?? 1;
			link.href = `#page=${number}`;
			link.dataset["target"] = JSON.stringify(target);
			link.ariaLabel = name || fillPlaceholders(translations.page, { page: number });
		}
		layer.append(link);
	}
	return layer;
}
