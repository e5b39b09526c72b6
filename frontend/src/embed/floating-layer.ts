import { bodyOfPage } from "./shell";

/** The layers that contain floating viewers, by their parent elements. */
const layers = new Map<Element, HTMLElement>();

/**
 * Shows a floating viewer above all elements of the page, in a popover in the browser's top layer. If an element of the
 * page is modal, the popover is placed in that element, because everything outside of a modal element is unusable.
 */
export async function showOnTop(host: Element, opener: Element | null): Promise<void> {
	const body = await bodyOfPage();
	const layer = layerIn(modalAround(opener) ?? openModal() ?? body);
	layer.append(host);
	bringToFront(layer);
}

/** Removes the layers that contain no viewers. */
export function removeEmptyLayers(): void {
	for (const [parent, layer] of layers) {
		if (!layer.firstChild) {
			layer.remove();
			layers.delete(parent);
		}
	}
}

// Elements that are added to the top layer later would cover the viewers. Therefore, the layers are brought to the
// front whenever the page opens such an element.
document.addEventListener(
	"toggle",
	({ target }) => {
		const { popover } = target as HTMLElement;
		if (popover && (target as HTMLElement).matches(":popover-open") && !isInLayer(target as Element)) {
			layers.forEach(bringToFront);
		}
	},
	true,
);

// A modal dialog takes the focus when it opens. The layers are then moved into it, so that the viewers remain usable.
document.addEventListener(
	"focusin",
	(event) => {
		const dialog = event.composedPath().find(isModal);
		if (dialog) {
			moveLayersTo(dialog);
		}
	},
	true,
);
document.addEventListener("fullscreenchange", () => {
	moveLayersTo(openModal() ?? document.body);
});

// If the page replaces its body, or removes a dialog without closing it, the layers are no longer in the page. They are
// then added again.
new MutationObserver(() => {
	if ([...layers.values()].some((layer) => !layer.isConnected)) {
		moveAllTo(openModal() ?? document.body);
	}
}).observe(document, { subtree: true, childList: true });

/**
 * Moves all floating viewers into an element in which they can be used. Does nothing if this would reload their
 * frames, or if one of them is in full screen.
 */
function moveLayersTo(parent: Element): void {
	const { fullscreenElement } = document;
	if (!layers.has(parent) && canMove(parent) && !(fullscreenElement && isInLayer(fullscreenElement))) {
		moveAllTo(parent);
	}
}

/** Reports whether an element is a layer or inside one. */
function isInLayer(element: Element): boolean {
	return [...layers.values()].some((layer) => layer.contains(element));
}

function layerIn(parent: Element): HTMLElement {
	const existing = layers.get(parent);
	if (existing?.parentNode === parent) {
		return existing;
	}
	const layer = document.createElement("div");
	layer.style.cssText = "all:initial!important;position:fixed!important;top:0!important;left:0!important";
	layer.popover = "manual";
	layers.set(parent, layer);
	parent.append(layer);
	parent.addEventListener("close", moveAllAfterClose);
	if (existing) {
		moveViewers(existing, layer);
	}
	return layer;
}

/**
 * Moves the floating viewers out of a dialog when it closes. Close events of elements inside the dialog are ignored.
 */
function moveAllAfterClose({ target, currentTarget }: Event): void {
	if (target === currentTarget) {
		moveAllTo(openModal() ?? document.body);
	}
}

/**
 * Moves a popover to the front of the browser's top layer. It is hidden and shown again, but the browser does not paint
 * in between. In browsers without popovers, this function does nothing, and the order depends on the z-index of the
 * windows.
 */
function bringToFront(layer: HTMLElement): void {
	if ("showPopover" in layer) {
		if (layer.matches(":popover-open")) {
			layer.hidePopover();
		}
		layer.showPopover();
	}
}

/** Moves all floating viewers into one layer inside an element, and brings that layer to the front. */
function moveAllTo(parent: Element): void {
	if (layers.size === 0) {
		return;
	}
	const target = layerIn(parent);
	for (const layer of [...layers.values()]) {
		moveViewers(layer, target);
	}
	removeEmptyLayers();
	if (target.firstChild) {
		bringToFront(target);
	}
}

/** Moves the viewers of one layer to another. */
function moveViewers(source: HTMLElement, target: HTMLElement): void {
	if (source === target) {
		return;
	}
	for (const host of [...source.children]) {
		if (canMove(target) && source.isConnected) {
			target.moveBefore(host, null);
		} else {
			target.append(host); // this reloads the frame
		}
	}
}

/** Reports whether the browser can move an element without reloading the frames in it. */
function canMove(parent: Element): boolean {
	return "moveBefore" in parent;
}

/**
 * Reports whether an element of the page makes everything outside of it unusable: a modal dialog, or an element in full
 * screen. The overlays that embed.js opens do not count.
 */
function isModal(target: EventTarget | null): target is Element {
	return (
		target instanceof Element &&
		target.matches(":is(dialog, div, main, section, article):modal:not(.svc-view-overlay)")
	);
}

/**
 * Returns the modal element that contains the focus, or else the last modal element in the page; null if no element is
 * modal.
 */
function openModal(): Element | null {
	let focused = document.activeElement;
	while (focused?.shadowRoot?.activeElement) {
		focused = focused.shadowRoot.activeElement;
	}
	return modalAround(focused) ?? [...document.querySelectorAll(":modal")].filter(isModal).at(-1) ?? null;
}

/** Returns the innermost modal element that contains an element. Shadow roots in between are crossed. */
function modalAround(element: Element | null): Element | null {
	for (let node: Node | null = element; node; node = parentAcrossShadow(node)) {
		if (isModal(node)) {
			return node;
		}
	}
	return null;
}

function parentAcrossShadow(node: Node): Node | null {
	return (
		(node as Partial<Element>).assignedSlot ?? node.parentNode ?? (node as Partial<ShadowRoot>).host ?? null
	);
}
