import { pageOfButton } from "../pages/page-buttons";
import type { Stage } from "../pages/stage";

/** The maximum time (milliseconds) and distance (pixels) between the two taps of a double tap. */
const doubleTap = { time: 320, distance: 32 };
/** The zoom factor of a double tap. */
const doubleTapZoom = 2.2;

/**
 * Handles clicks on pages that are buttons. The first click fits the page to the window, and the next click restores
 * the default zoom. If `onPageChosen` is given, a click calls this function and does nothing else.
 */
export function enlargePages(pages: HTMLElement, stage: Stage, onPageChosen?: (page: number) => void): void {
	pages.addEventListener("click", ({ target }) => {
		const page = pageOfButton(target);
		if (page === 0) {
			return;
		}
		if (onPageChosen !== undefined) {
			onPageChosen(page);
			return;
		}
		stage.setZoom(stage.view.zoom === "page" ? "auto" : "page");
		stage.goTo(page);
	});
}

/**
 * Handles double clicks and double taps. In the overview, both go to the page. In other layouts, a double tap enlarges
 * the pages, and the next double tap fits them to the window again.
 */
export function handleDoubleTaps(element: HTMLElement, stage: Stage): void {
	element.addEventListener("dblclick", ({ target }) => {
		const pageElement = target instanceof Element ? target.closest<HTMLElement>("article.page") : null;
		if (pageElement !== null && stage.view.arrangement === "poster") {
			const page = Number(pageElement.dataset["page"]);
			stage.setArrangement("normal");
			stage.goTo(page);
		}
	});
	let last: PointerEvent | undefined;
	element.addEventListener("pointerup", (event) => {
		if (event.pointerType !== "touch" || !event.isPrimary || stage.view.arrangement === "poster") {
			return;
		}
		const isDoubleTap = last !== undefined && isDouble(last, event);
		last = isDoubleTap ? undefined : event;
		if (isDoubleTap) {
			const box = element.getBoundingClientRect();
			const point = { x: event.clientX - box.left, y: event.clientY - box.top };
			stage.setZoom(stage.view.zoom === "auto" ? stage.view.factor * doubleTapZoom : "auto", point);
		}
	});
}

function isDouble(first: PointerEvent, second: PointerEvent): boolean {
	const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
	return second.timeStamp - first.timeStamp < doubleTap.time && distance < doubleTap.distance;
}
