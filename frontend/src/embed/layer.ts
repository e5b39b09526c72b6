import { bodyOfPage } from "./shell";

/** The layers that hold floating viewers, by their parents. */
const layers = new Map<Element, HTMLElement>();

/**
 * Puts a floating viewer above all elements of the page: into a layer of the browser's top layer. While a modal dialog
 * of the page is open, that holds the layer: nothing outside of it can be used.
 */
export async function putAbove(host: Element, opener: Element | null): Promise<void> {
	const body = await bodyOfPage();
	const dialog = modalAround(opener);
	const layer = layerIn(dialog ?? body);
	layer.append(host);
	raise(layer);
	dialog?.addEventListener(
		"close",
		() => {
			moveTo(body, layer);
		},
		{ once: true },
	);
}

/** Removes the layers that hold nothing any more. */
export function clearLayers(): void {
	for (const [parent, layer] of layers) {
		if (!layer.firstChild) {
			layer.remove();
			layers.delete(parent);
		}
	}
}

// What the page puts into the top layer later lies above the layers, until they are raised.
document.addEventListener(
	"toggle",
	({ target }) => {
		const { popover } = target as HTMLElement;
		if (popover && (target as HTMLElement).matches(":popover-open") && !isLayer(target)) {
			layers.forEach(raise);
		}
	},
	true,
);

function isLayer(target: EventTarget | null): boolean {
	return [...layers.values()].some((layer) => layer === target);
}

function layerIn(parent: Element): HTMLElement {
	const layer = layers.get(parent) ?? document.createElement("div");
	layer.style.cssText = "all:initial;position:fixed;top:0;left:0;width:0;height:0";
	layer.popover = "manual";
	layers.set(parent, layer);
	if (layer.parentNode !== parent) {
		parent.append(layer);
	}
	return layer;
}

/** Brings a layer to the front. It stays displayed meanwhile. Without popovers, the z-index of its windows is all there is. */
function raise(layer: HTMLElement): void {
	if ("showPopover" in layer) {
		if (layer.matches(":popover-open")) {
			layer.hidePopover();
		}
		layer.showPopover();
	}
}

/** Moves the windows of a dialog that was closed into the layer of the body; a browser may load their frames anew. */
function moveTo(body: HTMLElement, layer: HTMLElement): void {
	if (!layer.firstChild) {
		return;
	}
	const target = layerIn(body);
	const keepsFrames: boolean = "moveBefore" in target;
	for (const host of [...layer.children]) {
		if (keepsFrames) {
			target.moveBefore(host, null);
		} else {
			target.append(host);
		}
	}
	clearLayers();
	raise(target);
}

function modalAround(element: Element | null): HTMLElement | null {
	return element?.closest<HTMLElement>("dialog:modal") ?? document.querySelector<HTMLElement>("dialog:modal");
}
