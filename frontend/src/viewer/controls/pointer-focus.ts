import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";

/** Matches the buttons of the toolbar. */
const toolbarButtons = ":is(.bar-title, .bar-pages, .bar-zoom, .bar-tools) :is(button, a[role=button])";

/**
 * Returns the focus to the pages after a control of the toolbar was used with a mouse, so that the next key applies to
 * the pages. After use by keyboard or touch, the focus stays on the control, where a screen reader continues.
 */
export function returnFocusFromToolbar({ zoomChoice }: Elements): void {
	document.addEventListener("click", ({ target, detail }) => {
		const button = target instanceof Element ? target.closest(toolbarButtons) : null;
		// For a click by keyboard or by assistive technology, browsers set `detail` to 0.
		if (button !== null && button === document.activeElement && detail > 0 && hasMouse()) {
			focusPages();
		}
	});
	let isByKey = false;
	for (const type of ["pointerdown", "keydown"]) {
		zoomChoice.addEventListener(type, () => {
			isByKey = type === "keydown";
		});
	}
	zoomChoice.addEventListener("change", () => {
		if (!isByKey && hasMouse()) {
			focusPages();
		}
	});
}

function hasMouse(): boolean {
	return window.matchMedia("(pointer: fine)").matches;
}
