import type { View } from "../../core/layout/view";
import type { Elements } from "../elements";
import type { Stage } from "../pages/stage";

/** The fraction of the window's width that a button scrolls. */
const screenFraction = 0.8;
/**
 * The distance in pixels that the pointer must move to start dragging, because the pointer may move slightly during a
 * click.
 */
const dragThreshold = 4;

type ControlElements = Pick<Elements, "stage" | "ribbonLeft" | "ribbonRight">;

/**
 * Scrolls a horizontal layout by buttons and by the wheel. A ribbon (a horizontal layout without bars) can also be
 * dragged. Pages and buttons are not mirrored in a right-to-left interface. Returns a function that updates the
 * buttons.
 */
export function handleHorizontalControls(elements: ControlElements, stage: Stage): (view: View) => void {
	const { ribbonLeft, ribbonRight } = elements;
	ribbonLeft?.addEventListener("click", () => {
		stage.scrollScreens(-screenFraction);
	});
	ribbonRight?.addEventListener("click", () => {
		stage.scrollScreens(screenFraction);
	});
	handleWheel(elements.stage, stage);
	if (document.body.classList.contains("ribbon")) {
		handleDrag(elements.stage);
	}
	return ({ atStart, atEnd, arrangement }) => {
		for (const [button, atLimit] of [
			[ribbonLeft, atStart],
			[ribbonRight, atEnd],
		] as const) {
			if (button !== undefined) {
				button.disabled = atLimit;
				button.hidden = arrangement !== "horizontal";
			}
		}
	};
}

/** Makes the wheel scroll a horizontal layout sideways if it cannot scroll vertically. */
function handleWheel(element: HTMLElement, stage: Stage): void {
	element.addEventListener(
		"wheel",
		(event) => {
			const { deltaX, deltaY, ctrlKey, metaKey } = event;
			const fitsVertically = element.scrollHeight <= element.clientHeight;
			if (
				stage.view.arrangement === "horizontal" &&
				fitsVertically &&
				deltaX === 0 &&
				!ctrlKey &&
				!metaKey &&
				!event.defaultPrevented
			) {
				event.preventDefault();
				element.scrollBy({ left: deltaY, behavior: "instant" });
			}
		},
		{ passive: false },
	);
}

/** Makes a mouse drag scroll the ribbon, as a drag by finger does. The click event after a drag is suppressed. */
function handleDrag(element: HTMLElement): void {
	let last: number | undefined;
	let dragged = false;
	element.addEventListener("pointerdown", (event) => {
		dragged = false;
		last = event.pointerType === "mouse" && event.button === 0 ? event.clientX : undefined;
	});
	window.addEventListener("pointermove", ({ clientX }) => {
		if (last === undefined || (!dragged && Math.abs(clientX - last) < dragThreshold)) {
			return;
		}
		dragged = true;
		element.scrollBy({ left: last - clientX, behavior: "instant" });
		last = clientX;
	});
	window.addEventListener("pointerup", () => {
		last = undefined;
	});
	element.addEventListener(
		"click",
		(event) => {
			if (dragged) {
				event.stopPropagation();
			}
			dragged = false;
		},
		{ capture: true },
	);
	element.addEventListener("dragstart", (event) => {
		event.preventDefault(); // otherwise, the browser would drag the picture
	});
}
