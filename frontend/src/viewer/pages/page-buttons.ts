import { pageByKey } from "../../core/navigation/page-keys";
import type { Stage } from "./stage";

/**
 * The maximum number of animation frames to wait, after a key that moves to another page, until that page is in the
 * DOM.
 */
const maxFrames = 30;

/**
 * Handles the keyboard for pages that are buttons. Only one of them is reached with the Tab key: the one that last had
 * the focus, or initially the current page. The arrow keys, Home and End move to other pages.
 */
export function handlePageButtons(canvas: HTMLElement, stage: Stage): void {
	let tabStop = 0;
	const updateTabIndexes = () => {
		const isMounted = tabStop > 0 && stage.pages.view(tabStop) !== undefined;
		const page = isMounted ? tabStop : stage.view.page;
		for (const view of stage.pages.views) {
			view.element.tabIndex = view.page === page ? 0 : -1;
		}
	};
	const focus = (page: number, frames: number) => {
		const element = stage.pages.view(page)?.element;
		if (element !== undefined) {
			element.focus({ preventScroll: true });
		} else if (frames > 0) {
			requestAnimationFrame(() => {
				focus(page, frames - 1);
			});
		}
	};
	new MutationObserver(updateTabIndexes).observe(canvas, { childList: true });
	canvas.addEventListener("focusin", ({ target }) => {
		tabStop = pageOfButton(target);
		updateTabIndexes();
	});
	canvas.addEventListener("keydown", (event) => {
		const focused = pageOfButton(event.target);
		const hasNoModifier = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
		const page = focused > 0 && hasNoModifier ? pageByKey(event.key, focused, stage.layout) : undefined;
		if (page !== undefined) {
			event.preventDefault();
			stage.reveal(page, 0.5, 0.5);
			focus(page, maxFrames);
		}
	});
}

/** Returns the page whose button an event targets; 0 for none. */
export function pageOfButton(target: EventTarget | null): number {
	const button = target instanceof Element ? target.closest<HTMLElement>("button.page") : null;
	return Number(button?.dataset["page"] ?? 0);
}
