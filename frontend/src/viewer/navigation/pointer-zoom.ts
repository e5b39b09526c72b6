import { wheelFactor } from "../../core/layout/zoom";
import type { Point } from "../../core/layout/view";
import type { Stage } from "../pages/stage";

/** The height of a line in pixels, for browsers that report wheel movements in lines. */
const wheelLineHeight = 16;

/**
 * Handles zooming by Ctrl and the wheel, and zooming and panning by two fingers. Touch pads report a pinch as Ctrl and
 * the wheel.
 */
export function handlePointerZoom(element: HTMLElement, stage: Stage): void {
	element.addEventListener(
		"wheel",
		(event) => {
			if (!event.ctrlKey && !event.metaKey) {
				return;
			}
			event.preventDefault();
			const delta =
				event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelLineHeight;
			stage.setZoom(stage.view.factor * wheelFactor(delta), pointIn(element, event));
		},
		{ passive: false },
	);
	handlePinch(element, stage);
}

function handlePinch(element: HTMLElement, stage: Stage): void {
	let start: { spread: number; factor: number } | undefined;
	let last: Point = { x: 0, y: 0 };
	element.addEventListener("touchstart", (event) => {
		const fingers = twoFingers(event);
		if (fingers === undefined) {
			start = undefined;
			return;
		}
		start = { spread: distanceOf(fingers), factor: stage.view.factor };
		last = pointIn(element, middleOf(fingers));
	});
	element.addEventListener(
		"touchmove",
		(event) => {
			const fingers = twoFingers(event);
			if (fingers === undefined || start === undefined) {
				return;
			}
			event.preventDefault();
			const point = pointIn(element, middleOf(fingers));
			stage.setZoom((start.factor * distanceOf(fingers)) / start.spread, point, last);
			last = point;
		},
		{ passive: false },
	);
}

function middleOf([a, b]: readonly [Touch, Touch]): { clientX: number; clientY: number } {
	return { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
}

function twoFingers(event: TouchEvent): readonly [Touch, Touch] | undefined {
	const [a, b, third] = event.touches;
	return a !== undefined && b !== undefined && third === undefined ? [a, b] : undefined;
}

function distanceOf([a, b]: readonly [Touch, Touch]): number {
	return Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1);
}

function pointIn(element: HTMLElement, point: { clientX: number; clientY: number }): Point {
	const box = element.getBoundingClientRect();
	return { x: point.clientX - box.left, y: point.clientY - box.top };
}
