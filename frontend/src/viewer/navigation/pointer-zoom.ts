import { wheelFactor } from "../../core/layout/zoom";
import type { Point } from "../../core/layout/viewport";
import type { Stage } from "../pages/stage";

/** The height of a wheel line in pixels, for browsers that report lines. */
const wheelLine = 16;

/**
 * Handles zooming with Ctrl and the wheel, which touch pads also send for a pinch, and zooming and panning with two
 * fingers.
 */
export function handlePointerZoom(element: HTMLElement, stage: Stage): void {
	element.addEventListener(
		"wheel",
		(event) => {
			if (!event.ctrlKey && !event.metaKey) {
				return;
			}
			event.preventDefault();
			const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelLine;
			stage.setZoom(stage.view.factor * wheelFactor(delta), within(element, event));
		},
		{ passive: false },
	);
	followPinch(element, stage);
}

function followPinch(element: HTMLElement, stage: Stage): void {
	let from: { spread: number; factor: number } | undefined;
	let last: Point = { x: 0, y: 0 };
	element.addEventListener("touchstart", (event) => {
		const fingers = twoFingers(event);
		if (fingers === undefined) {
			from = undefined;
			return;
		}
		from = { spread: spread(fingers), factor: stage.view.factor };
		last = within(element, middle(fingers));
	});
	element.addEventListener(
		"touchmove",
		(event) => {
			const fingers = twoFingers(event);
			if (fingers === undefined || from === undefined) {
				return;
			}
			event.preventDefault();
			const at = within(element, middle(fingers));
			stage.setZoom((from.factor * spread(fingers)) / from.spread, at, last);
			last = at;
		},
		{ passive: false },
	);
}

function middle([a, b]: readonly [Touch, Touch]): { clientX: number; clientY: number } {
	return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}

function twoFingers(event: TouchEvent): readonly [Touch, Touch] | undefined {
	const [a, b, third] = event.touches;
	return a !== undefined && b !== undefined && third === undefined ? [a, b] : undefined;
}

function spread([a, b]: readonly [Touch, Touch]): number {
	return Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
}

function within(element: HTMLElement, at: { clientX: number; clientY: number }): Point {
	const box = element.getBoundingClientRect();
	return { x: at.clientX - box.left, y: at.clientY - box.top };
}
