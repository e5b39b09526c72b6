import { type Command, commandOf } from "../core/keymap";
import type { Stage } from "./stage";
import type { Toolbar } from "./toolbar";

/** Pixels that an arrow key moves. */
const lineStep = 56;
/** The share of the stage that a screen's turn moves: a line or two stay for the eye to hold on to. */
const screenShare = 0.9;

/** Carries out the viewer's keys wherever the focus is, but in fields and on what uses the key itself. */
export function followKeyboard(stage: Stage, toolbar: Toolbar): void {
	const commands: Record<Command, () => void> = {
		up: () => {
			stage.pan(0, -lineStep);
		},
		down: () => {
			stage.pan(0, lineStep);
		},
		left: () => {
			sideways(stage, -1);
		},
		right: () => {
			sideways(stage, 1);
		},
		"screen-up": () => {
			stage.turn(-screenShare);
		},
		"screen-down": () => {
			stage.turn(screenShare);
		},
		first: () => {
			stage.goToEnd("first");
		},
		last: () => {
			stage.goToEnd("last");
		},
		"zoom-in": () => {
			toolbar.zoomIn();
		},
		"zoom-out": () => {
			toolbar.zoomOut();
		},
		"zoom-auto": () => {
			stage.setZoom("auto");
		},
		"select-all": () => {
			stage.selectAll();
		},
	};
	document.addEventListener("keydown", (event) => {
		const command = commandOf(event);
		if (command === undefined || event.defaultPrevented || isOwnKey(event)) {
			return;
		}
		event.preventDefault();
		commands[command]();
	});
}

/** Left and right move a page that is wider than the stage, and turn the pages of one that is not. */
function sideways(stage: Stage, direction: 1 | -1): void {
	if (stage.pansSideways) {
		stage.pan(direction * lineStep, 0);
	} else {
		stage.goTo(stage.view.page + direction);
	}
}

/** Whether the focused control has its own use for a key. */
function isOwnKey(event: KeyboardEvent): boolean {
	const { target } = event;
	if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
		return event.key === "a" || (!event.ctrlKey && !event.metaKey);
	}
	return target instanceof HTMLButtonElement && event.key === " ";
}
