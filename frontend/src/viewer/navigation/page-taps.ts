import { chosenPage } from "../pages/page-buttons";
import type { Stage } from "../pages/stage";

/** The longest time between the two taps of a double tap, in milliseconds, and how far apart they may be in pixels. */
const doubleTap = { time: 320, distance: 32 };
/** How much larger a double tap makes a page. */
const larger = 2.2;

/**
 * Pages that are buttons, as in an overview, are enlarged by a click, and made small again by the
 * next one; `chosen` is called instead where it is given.
 */
export function enlargePages(pages: HTMLElement, stage: Stage, chosen?: (page: number) => void): void {
	pages.addEventListener("click", ({ target }) => {
		const page = chosenPage(target);
		if (page === 0) {
			return;
		}
		if (chosen !== undefined) {
			chosen(page);
			return;
		}
		stage.setZoom(stage.view.zoom === "page" ? "auto" : "page");
		stage.goTo(page);
	});
}

/** A double click or tap on a page of an overview goes to it; elsewhere a double tap makes pages larger, and fitting again. */
export function handleDoubleTaps(element: HTMLElement, stage: Stage): void {
	element.addEventListener("dblclick", ({ target }) => {
		const sheet = target instanceof Element ? target.closest<HTMLElement>("article.page") : null;
		if (sheet !== null && stage.view.arrangement === "poster") {
			const page = Number(sheet.dataset["page"]);
			stage.arrange("normal");
			stage.goTo(page);
		}
	});
	let last: PointerEvent | undefined;
	element.addEventListener("pointerup", (event) => {
		if (event.pointerType !== "touch" || !event.isPrimary || stage.view.arrangement === "poster") {
			return;
		}
		const again = last !== undefined && isDouble(last, event);
		last = again ? undefined : event;
		if (again) {
			const box = element.getBoundingClientRect();
			const at = { x: event.clientX - box.left, y: event.clientY - box.top };
			stage.setZoom(stage.view.zoom === "auto" ? stage.view.factor * larger : "auto", at);
		}
	});
}

function isDouble(first: PointerEvent, second: PointerEvent): boolean {
	const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
	return second.timeStamp - first.timeStamp < doubleTap.time && distance < doubleTap.distance;
}
