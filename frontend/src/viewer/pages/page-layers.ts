import { linkNames } from "../../core/text/link-names";
import type { Box, PageWords } from "../../core/text/page-text";
import { fillPlaceholders } from "../../core/format/placeholders";
import { translations } from "../translations";

/** Scales a layer with boxes in points to a page that is shown at `scale` CSS pixels per point. */
export function scaleLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale})`;
}

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

/**
 * Returns a layer with the boxes of a page's hits. The boxes of the current hit look different. A page has two such
 * layers: the fills ('fill') are below its picture, so that they do not reduce the contrast of the text; the edges
 * ('hit') are above the picture, so that they are visible even if it is not transparent.
 */
export function makeHitLayer(
	kind: "fill" | "hit",
	hits: readonly (readonly Box[])[],
	current: number,
): HTMLElement {
	const layer = makeLayer(`${kind}s`);
	for (const [index, boxes] of hits.entries()) {
		for (const box of boxes) {
			const mark = document.createElement("i");
			mark.className = kind;
			setBox(mark, box);
			if (index === current) {
				mark.ariaCurrent = "true";
			}
			layer.append(mark);
		}
	}
	return layer;
}

function makeLayer(name: string): HTMLElement {
	const layer = document.createElement("div");
	layer.className = `layer ${name}`;
	return layer;
}

function setBox({ style }: HTMLElement, [x0, y0, x1, y1]: Box): void {
	style.left = `${x0}px`;
	style.top = `${y0}px`;
	style.width = `${x1 - x0}px`;
	style.height = `${y1 - y0}px`;
}
