import type { PreviewEvent } from "../core/messages/preview-protocol";

/** What a pointer does to the viewer, and what does not reach it while things are picked. */
const presses = ["pointerdown", "mousedown", "mouseup", "pointerup", "dblclick", "contextmenu", "click"];

/** The keys of the page around, with Control or Command. */
const keys = ["z", "y", "s"];

/**
 * Reports which elements are clicked and pointed at. Returns a function that sets the selectors of elements that can be picked;
 * without any, clicks reach the viewer.
 */
export function startElementPicker(
	tell: (event: PreviewEvent) => void,
): (pickable: readonly string[]) => void {
	let pickable: readonly string[] = [];
	let pointed = "";
	const selectorsAt = (target: EventTarget | null) =>
		target instanceof Element ? closestFirst(target, pickable) : [];
	let down: PointerEvent | undefined;
	const hear = (event: Event) => {
		if (pickable.length === 0 || !event.isTrusted) {
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		// Not by a click: disabled buttons have none.
		if (event.type === "pointerdown") {
			down = event as PointerEvent;
		} else if (event.type === "pointerup" && down !== undefined && isNear(event as PointerEvent, down)) {
			tell({ name: "picked", selectors: selectorsAt(event.target) });
		}
	};
	for (const press of presses) {
		window.addEventListener(press, hear, { capture: true });
	}
	const point = (selectors: readonly string[]) => {
		if (selectors.join() !== pointed) {
			pointed = selectors.join();
			tell({ name: "pointed", selectors });
		}
	};
	window.addEventListener("pointermove", ({ target }) => {
		point(selectorsAt(target));
	});
	document.documentElement.addEventListener("pointerleave", () => {
		point([]);
	});
	window.addEventListener(
		"keydown",
		(event) => {
			const key = event.key.toLowerCase();
			if ((event.ctrlKey || event.metaKey) && keys.includes(key)) {
				event.preventDefault();
				event.stopImmediatePropagation();
				tell({ name: "key", key, shift: event.shiftKey });
			}
		},
		{ capture: true },
	);
	return (selectors) => {
		pickable = selectors;
		document.documentElement.toggleAttribute("data-picking", selectors.length > 0);
	};
}

/** Whether a pointer is where it went down, and has not drawn something. */
function isNear(up: PointerEvent, down: PointerEvent): boolean {
	return Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) < 6;
}

/** The selectors that an element, or what it lies in, is of: the closest first; of the same element in their order. */
function closestFirst(target: Element, selectors: readonly string[]): string[] {
	return selectors
		.map((selector) => ({ selector, depth: depthOf(target.closest(selector)) }))
		.filter(({ depth }) => depth > 0)
		.sort((a, b) => b.depth - a.depth)
		.map(({ selector }) => selector);
}

/** How many elements one lies in, itself among them; 0 of none. */
function depthOf(element: Element | null): number {
	let depth = 0;
	for (let at = element; at !== null; at = at.parentElement) {
		depth++;
	}
	return depth;
}
