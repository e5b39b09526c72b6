import { movedBox, type WindowBox, resizedBox, type Room } from "../core/layout/floating-window";
import { makeElement } from "./dom";

/** The distance that an arrow key moves, in CSS pixels. */
const step = 24;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-step, 0],
	ArrowRight: [step, 0],
	ArrowUp: [0, -step],
	ArrowDown: [0, step],
};

/** Moves a window by its title and resizes it by its edges and corners, with the pointer and the keyboard. */
export function handleDragging(box: HTMLElement, title: HTMLElement, place: (to: WindowBox) => void): void {
	/** Makes a handle change the box, relative to where the pointer pressed it. */
	const drag = (
		handle: HTMLElement,
		changed: (from: WindowBox, right: number, down: number) => WindowBox,
	) => {
		let from: WindowBox;
		let start: PointerEvent;
		handle.onpointerdown = (event) => {
			from = box.getBoundingClientRect();
			start = event;
			handle.setPointerCapture(event.pointerId); // over frames, too
		};
		handle.onpointermove = ({ pointerId, clientX, clientY }) => {
			if (handle.hasPointerCapture(pointerId)) {
				place(changed(from, clientX - start.clientX, clientY - start.clientY));
			}
		};
	};
	drag(title, (from, right, down) => movedBox(from, right, down, room()));
	for (const edge of ["n", "e", "s", "w", "ne", "nw", "se", "sw"]) {
		const handle = makeElement("div", "edge");
		const inset = (opposite: string) => (edge.includes(opposite) ? "auto " : "-12px ");
		handle.style.inset = inset("s") + inset("w") + inset("n") + inset("e");
		handle.style.cursor = `${edge}-resize`;
		box.append(handle);
		drag(handle, (from, right, down) => resizedBox(from, edge, right, down, room()));
	}

	title.onkeydown = (event) => {
		const [right, down] = arrows[event.key] ?? [];
		if (right !== undefined && down !== undefined) {
			const from = box.getBoundingClientRect();
			event.preventDefault();
			place(
				event.shiftKey ? resizedBox(from, "se", right, down, room()) : movedBox(from, right, down, room()),
			);
		}
	};
}

/** Returns the area available to windows. */
export function room(): Room {
	return { width: document.documentElement.clientWidth, height: innerHeight };
}
