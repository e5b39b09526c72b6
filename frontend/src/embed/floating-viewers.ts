import type { ViewerEvent } from "../core/messages/host-protocol";
import { dockedBox, dockSides, fittedBox, initialBox, minimizedBox } from "../core/layout/floating-window";
import { handleDragging, viewportSize } from "./resize-handles";
import { removeEmptyLayers, showOnTop } from "./floating-layer";
import { makeElement, makeIconButton, minimiseLabel, moveLabel } from "./dom";
import type { Request, ShownViewer } from "./request";
import { makeShell } from "./shell";

/**
 * Functions that place the floating windows, in the order in which the windows were opened. Each function gets the
 * number of minimized windows before its own window, and returns the number including its own window.
 */
const windows: ((minimised: number) => number)[] = [];

/**
 * The z-index of the window in front. In browsers without popovers, it must exceed the z-index of all elements of the
 * page.
 */
let frontZIndex = 2_147_000_000;

const drawAll = () => {
	windows.reduce((minimised, draw) => draw(minimised), 0);
};
addEventListener("resize", drawAll);

/** Shows a viewer above the page, which stays usable, in a window that can be moved, resized and minimized. */
export async function showFloating(request: Request): Promise<ShownViewer> {
	const box = makeElement("div", "root window");
	const { style } = box;
	let windowBox = initialBox(windows.length, viewportSize());
	let dockIndex = -1; // -1: not docked
	let minimised = false;

	const draw = (minimisedBefore: number): number => {
		const dockSide = dockSides[dockIndex];
		const open = dockSide ? dockedBox(dockSide, viewportSize()) : fittedBox(windowBox, viewportSize());
		const { x, y, width, height } = minimised ? minimizedBox(minimisedBefore, viewportSize()) : open;
		style.left = `${x}px`;
		style.top = `${y}px`;
		style.width = `${width}px`;
		style.height = `${height}px`;
		return minimisedBefore + Number(minimised);
	};
	const bringToFront = () => {
		style.zIndex = String(++frontZIndex);
	};
	const setMinimised = (small: boolean) => {
		minimised = small;
		minimiseButton.ariaPressed = String(small);
		box.classList.toggle("minimised", small);
		drawAll();
	};

	const minimiseButton = makeIconButton(minimiseLabel, "M5 8l5 5 5-5", () => {
		setMinimised(!minimised);
	});
	const dockButton = makeIconButton(moveLabel, "M4 4h12v12H4zM10 4v12", () => {
		dockIndex = dockIndex + 1 < dockSides.length ? dockIndex + 1 : -1;
		setMinimised(false);
	});
	const onEvent = ({ name }: ViewerEvent) => {
		if (name === "focused") {
			bringToFront();
		}
	};
	const { send, remove, title } = makeShell(box, request, onEvent, minimiseButton, dockButton);
	title.tabIndex = 0;
	title.role = "group";
	title.title = "← ↑ → ↓, Shift ← ↑ → ↓";
	handleDragging(box, title, (newBox) => {
		if (!minimised) {
			dockIndex = -1;
			windowBox = newBox;
			drawAll();
		}
	});
	box.addEventListener("pointerdown", bringToFront);
	box.addEventListener("focusin", bringToFront);

	await showOnTop(request.host, request.focus);
	windows.push(draw);
	bringToFront();
	drawAll();
	title.focus();
	return {
		send,
		remove: () => {
			remove();
			removeEmptyLayers();
			windows.splice(windows.indexOf(draw), 1);
			drawAll();
		},
	};
}
