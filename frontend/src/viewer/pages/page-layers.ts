import type { Box } from "../../core/text/page-text";

/** Returns an empty layer of a page. Its boxes are in points. */
export function makeLayer(name: string): HTMLElement {
	const layer = document.createElement("div");
	layer.className = `layer ${name}`;
	return layer;
}

/** Sets the position and size of an element in a layer. The box is in points. */
export function setBox({ style }: HTMLElement, [x0, y0, x1, y1]: Box): void {
	style.left = `${x0}px`;
	style.top = `${y0}px`;
	style.width = `${x1 - x0}px`;
	style.height = `${y1 - y0}px`;
}

/** Scales a layer with boxes in points to a page that is shown at `scale` CSS pixels per point. */
export function scaleLayer(layer: HTMLElement, scale: number): void {
	layer.style.transform = `scale(${scale})`;
}
