import { bodyOfPage } from "./shell";

/** The layers that hold floating viewers, by their parents. */
const layers = new Map<Element, HTMLElement>();

/**
 * Shows a floating viewer above all elements of the page, in a layer of the browser's top layer. If an element of the
 * page is modal, the layer is placed in it, because nothing outside of it can be used.
 */
export async function showOnTop(host: Element, opener: Element | null): Promise<void> {
	const body = await bodyOfPage();
	const layer = layerIn(modalAround(opener) ?? openModal() ?? body);
	layer.append(host);
	bringToFront(layer);
}

/** Removes the layers that are empty. */
export function removeEmptyLayers(): void {
	for (const [parent, layer] of layers) {
		if (!layer.firstChild) {
			layer.remove();
			layers.delete(parent);
		}
	}
}

// Elements that the page adds to the top layer later cover the layers until these are raised.
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

// A modal dialog takes the focus when it opens.
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

// A page may replace its body, or remove a dialog without closing it.
new MutationObserver(() => {
	if ([...layers.values()].some((layer) => !layer.isConnected)) {
		moveAllTo(openModal() ?? document.body);
	}
}).observe(document, { subtree: true, childList: true });

/**
 * Moves the floating viewers to an element where they can be used, unless their frames would reload or one is in full
 * screen.
 */
function moveLayersTo(parent: Element): void {
	const { fullscreenElement } = document;
	if (!layers.has(parent) && canMove(parent) && !(fullscreenElement && isInLayer(fullscreenElement))) {
		moveAllTo(parent);
	}
}

/** Reports whether an element is a layer, or within one. */
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

/** Moves the floating viewers out of a dialog that closes. Events of dialogs nested in it are ignored. */
function moveAllAfterClose({ target, currentTarget }: Event): void {
	if (target === currentTarget) {
		moveAllTo(openModal() ?? document.body);
	}
}

/**
 * Brings a layer to the front without hiding it meanwhile. Without popover support, only the z-index of its windows
 * counts.
 */
function bringToFront(layer: HTMLElement): void {
	if ("showPopover" in layer) {
		if (layer.matches(":popover-open")) {
			layer.hidePopover();
		}
		layer.showPopover();
	}
}

/** Moves all floating viewers into the layer of one element, and brings it to the front. */
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
function moveViewers(from: HTMLElement, to: HTMLElement): void {
	if (from === to) {
		return;
	}
	for (const host of [...from.children]) {
		if (canMove(to) && from.isConnected) {
			to.moveBefore(host, null);
		} else {
			to.append(host); // this reloads the frame
		}
	}
}

/** Reports whether the browser can move elements without reloading their frames. */
function canMove(parent: Element): boolean {
	return "moveBefore" in parent;
}

/**
 * Reports whether an element makes everything outside of it unusable: a modal dialog of the page, or a full-screen
 * element. An overlay does not count as part of the page.
 */
function isModal(target: EventTarget | null): target is Element {
	return (
		target instanceof Element &&
		target.matches(":is(dialog, div, main, section, article):modal:not(.svc-view-overlay)")
	);
}

/** Returns the modal element of the page in front; of several, the one with the focus. */
function openModal(): Element | null {
	let focused = document.activeElement;
	while (focused?.shadowRoot?.activeElement) {
		focused = focused.shadowRoot.activeElement;
	}
	return modalAround(focused) ?? [...document.querySelectorAll(":modal")].filter(isModal).at(-1) ?? null;
}

/** Returns the innermost modal element around another one, also across shadow roots. */
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
