import type { Box } from "../../core/text/page-text";
import { makeLayer, setBox } from "./page-layers";

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
