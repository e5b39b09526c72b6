import type { PreviewEvent } from "../core/messages/preview-protocol";

/** Pointer events that the viewer does not receive while elements can be picked. */
const presses = ["pointerdown", "mousedown", "mouseup", "pointerup", "dblclick", "contextmenu", "click"];

/** The keys that are forwarded to the surrounding page if they are pressed with Control or Command. */
const keys = ["z", "y", "s"];

/**
 * Reports to the surrounding page which elements are clicked and hovered. Returns a function that sets the selectors of
 * the elements that can be picked. If there are none, clicks are handled by the viewer.
 */
export function startElementPicker(
	sendEvent: (event: PreviewEvent) => void,
): (pickable: readonly string[]) => void {
	let pickable: readonly string[] = [];
	let hovered = "";
	const selectorsAt = (target: EventTarget | null) =>
		target instanceof Element ? closestFirst(target, pickable) : [];
	let down: PointerEvent | undefined;
	const handlePress = (event: Event) => {
		if (pickable.length === 0 || !event.isTrusted) {
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		// Click events cannot be used, because disabled buttons do not receive them.
		if (event.type === "pointerdown") {
			down = event as PointerEvent;
		} else if (event.type === "pointerup" && down !== undefined && isNear(event as PointerEvent, down)) {
			sendEvent({ name: "picked", selectors: selectorsAt(event.target) });
		}
	};
	for (const press of presses) {
		window.addEventListener(press, handlePress, { capture: true });
	}
	const reportHover = (selectors: readonly string[]) => {
		if (selectors.join() !== hovered) {
			hovered = selectors.join();
			sendEvent({ name: "pointed", selectors });
		}
	};
	window.addEventListener("pointermove", ({ target }) => {
		reportHover(selectorsAt(target));
	});
	document.documentElement.addEventListener("pointerleave", () => {
		reportHover([]);
	});
	window.addEventListener(
		"keydown",
		(event) => {
			const key = event.key.toLowerCase();
			if ((event.ctrlKey || event.metaKey) && keys.includes(key)) {
				event.preventDefault();
				event.stopImmediatePropagation();
				sendEvent({ name: "key", key, shift: event.shiftKey });
			}
		},
		{ capture: true },
	);
	return (selectors) => {
		pickable = selectors;
		document.documentElement.toggleAttribute("data-picking", selectors.length > 0);
	};
}

/** Reports whether the pointer is still near the point where it was pressed, so that the movement is not a drag. */
function isNear(up: PointerEvent, down: PointerEvent): boolean {
	return Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) < 6;
}

/**
 * Returns the selectors that match an element or one of its ancestors. Selectors of inner elements come first;
 * selectors of the same element keep their order.
 */
function closestFirst(target: Element, selectors: readonly string[]): string[] {
	return selectors
		.map((selector) => ({ selector, depth: depthOf(target.closest(selector)) }))
		.filter(({ depth }) => depth > 0)
		.sort((a, b) => b.depth - a.depth)
		.map(({ selector }) => selector);
}

/** Returns the number of an element's ancestors plus one; 0 if there is no element. */
function depthOf(element: Element | null): number {
	let depth = 0;
	for (let ancestor = element; ancestor !== null; ancestor = ancestor.parentElement) {
		depth++;
	}
	return depth;
}
