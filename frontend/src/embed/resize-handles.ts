import { movedBox, resizedBox, type AreaSize, type WindowBox } from "../core/layout/floating-window";
import { makeElement } from "./dom";

/** The distance in CSS pixels by which an arrow key moves a window or an edge. */
const step = 24;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-step, 0],
	ArrowRight: [step, 0],
	ArrowUp: [0, -step],
	ArrowDown: [0, step],
};

/**
 * Handles moving a window by its title, and resizing it by its edges and corners, with the pointer and the keyboard.
 */
export function handleDragging(
	box: HTMLElement,
	title: HTMLElement,
	onChange: (newBox: WindowBox) => void,
): void {
	/**
	 * Makes a handle draggable. `boxAfter` returns the new box of the window from the box when the handle was pressed
	 * and the distance by which the pointer has moved since.
	 */
	const makeDraggable = (
		handle: HTMLElement,
		boxAfter: (startBox: WindowBox, deltaX: number, deltaY: number) => WindowBox,
	) => {
		let startBox: WindowBox;
		let start: PointerEvent;
		handle.onpointerdown = (event) => {
			startBox = box.getBoundingClientRect();
			start = event;
			// Without the capture, a frame under the pointer would receive the pointer events.
			handle.setPointerCapture(event.pointerId);
		};
		handle.onpointermove = ({ pointerId, clientX, clientY }) => {
			if (handle.hasPointerCapture(pointerId)) {
				onChange(boxAfter(startBox, clientX - start.clientX, clientY - start.clientY));
			}
		};
	};
	makeDraggable(title, (startBox, deltaX, deltaY) => movedBox(startBox, deltaX, deltaY, viewportSize()));
	for (const edge of ["n", "e", "s", "w", "ne", "nw", "se", "sw"]) {
		const handle = makeElement("div", "edge");
		const inset = (opposite: string) => (edge.includes(opposite) ? "auto " : "-12px ");
		handle.style.inset = inset("s") + inset("w") + inset("n") + inset("e");
		handle.style.cursor = `${edge}-resize`;
		box.append(handle);
		makeDraggable(handle, (startBox, deltaX, deltaY) =>
			resizedBox(startBox, edge, deltaX, deltaY, viewportSize()),
		);
	}

	title.onkeydown = (event) => {
		const [deltaX, deltaY] = arrows[event.key] ?? [];
		if (deltaX !== undefined && deltaY !== undefined) {
			const startBox = box.getBoundingClientRect();
			event.preventDefault();
			onChange(
				event.shiftKey
					? resizedBox(startBox, "se", deltaX, deltaY, viewportSize())
					: movedBox(startBox, deltaX, deltaY, viewportSize()),
			);
		}
	};
}

/** Returns the size of the area in which windows can be placed. */
export function viewportSize(): AreaSize {
	return { width: document.documentElement.clientWidth, height: innerHeight };
}
