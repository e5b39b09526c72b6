import type { ViewerEvent } from "../core/messages/host-protocol";
import { minimizedBox, initialBox, dockedBox, dockSides, fittedBox } from "../core/layout/floating-window";
import { handleDragging, room } from "./resize-handles";
import { removeEmptyLayers, putOnTop } from "./floating-layer";
import { makeIconButton, elsewhere, makeElement, minimise } from "./dom";
import type { Request, Shown } from "./request";
import { makeShell } from "./shell";

/**
 * Functions that draw the windows, in the order of opening. Each receives the number of minimized windows before it,
 * and returns the number including itself.
 */
const windows: ((minimised: number) => number)[] = [];

/** The z-index of the front window, above those of the page in browsers without popovers. */
let front = 2_147_000_000;

const drawAll = () => {
	windows.reduce((minimised, draw) => draw(minimised), 0);
};
addEventListener("resize", drawAll);

/** Shows a viewer above the page, which stays usable, in a window that can be moved, resized and minimized. */
export async function showFloating(request: Request): Promise<Shown> {
	const box = makeElement("div", "root window");
	const { style } = box;
	let place = initialBox(windows.length, room());
	let side = -1; // its own place
	let minimised = false;

	const draw = (before: number): number => {
		const at = dockSides[side];
		const open = at ? dockedBox(at, room()) : fittedBox(place, room());
		const { x, y, width, height } = minimised ? minimizedBox(before, room()) : open;
		style.left = `${x}px`;
		style.top = `${y}px`;
		style.width = `${width}px`;
		style.height = `${height}px`;
		return before + Number(minimised);
	};
	const raise = () => {
		style.zIndex = String(++front);
	};
	const turn = (small: boolean) => {
		minimised = small;
		toggler.ariaPressed = String(small);
		box.classList.toggle("minimised", small);
		drawAll();
	};

	const toggler = makeIconButton(minimise, "M5 8l5 5 5-5", () => {
		turn(!minimised);
	});
	const goRound = makeIconButton(elsewhere, "M4 4h12v12H4zM10 4v12", () => {
		side = side + 1 < dockSides.length ? side + 1 : -1;
		turn(false);
	});
	const heard = ({ name }: ViewerEvent) => {
		if (name === "focused") {
			raise();
		}
	};
	const { send, remove, title } = makeShell(box, request, heard, toggler, goRound);
	title.tabIndex = 0;
	title.role = "group";
	title.title = "← ↑ → ↓, Shift ← ↑ → ↓";
	handleDragging(box, title, (to) => {
		if (!minimised) {
			side = -1;
			place = to;
			drawAll();
		}
	});
	box.addEventListener("pointerdown", raise);
	box.addEventListener("focusin", raise);

	await putOnTop(request.host, request.focus);
	windows.push(draw);
	raise();
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
