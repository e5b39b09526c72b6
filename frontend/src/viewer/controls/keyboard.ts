import { type Command, commandOf, isCharacter } from "../../core/navigation/keymap";
import type { ViewHistory } from "../navigation/view-history";
import type { Presentation } from "../navigation/presentation";
import type { Stage } from "../pages/stage";
import type { Toolbar } from "./toolbar";

/** Pixels that an arrow key moves. */
const lineStep = 56;
/** The share of the stage that a screen's turn moves: a line or two stay for the eye to hold on to. */
const screenShare = 0.9;

/** What keys work on. */
export interface KeyboardParts {
	readonly stage: Stage;
	readonly toolbar: Toolbar;
	readonly viewHistory: ViewHistory;
	readonly presentation: Presentation;
	/** Searches; absent where that is not allowed: the key is the browser's. */
	readonly find?: () => void;
	/** Goes to the next (1) or previous (-1) hit. */
	readonly findNext?: (direction: 1 | -1) => void;
	/** Prints, or says that it is not allowed. */
	readonly print?: () => void;
}

/** Carries out the viewer's keys wherever the focus is, but in fields and on what uses the key itself. */
export function handleKeyboard(parts: KeyboardParts): void {
	const commands = commandsOf(parts);
	document.addEventListener("keydown", (event) => {
		const command = commandOf(event);
		const run = command && commands[command];
		if (run === undefined || event.defaultPrevented || isOwnKey(event) || isElsewhere(event, parts.stage)) {
			return;
		}
		event.preventDefault();
		run();
	});
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		if (key === " " && target instanceof HTMLAnchorElement && target.matches(pressable)) {
			event.preventDefault(); // a link that is a button is pressed as one
			target.click();
		}
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "Escape" && !event.defaultPrevented && parts.presentation.active) {
			event.preventDefault(); // it is used: a page around the viewer leaves it open
			parts.presentation.end();
		}
	});
}

function commandsOf(parts: KeyboardParts): Partial<Record<Command, () => void>> {
	const { stage, toolbar, viewHistory, find, findNext, print } = parts;
	return {
		...movesOf(parts),
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
		back: () => {
			viewHistory.back();
		},
		ahead: () => {
			viewHistory.ahead();
		},
		...(find && { find }),
		...(findNext && {
			"find-next": () => {
				findNext(1);
			},
			"find-previous": () => {
				findNext(-1);
			},
		}),
		...(print && { print }),
	};
}

/** The keys that move; a presentation turns whole pages instead. */
function movesOf({ stage, presentation }: KeyboardParts): Partial<Record<Command, () => void>> {
	const step = (direction: 1 | -1, otherwise: () => void) => () => {
		if (presentation.active) {
			stage.step(direction);
		} else {
			otherwise();
		}
	};
	const pan = (down: number) => () => {
		stage.pan(0, down);
	};
	const turn = (screens: number) => () => {
		stage.turn(screens);
	};
	return {
		up: step(-1, pan(-lineStep)),
		down: step(1, pan(lineStep)),
		left: () => {
			sideways(stage, -1);
		},
		right: () => {
			sideways(stage, 1);
		},
		"screen-up": step(-1, turn(-screenShare)),
		"screen-down": step(1, turn(screenShare)),
		first: () => {
			stage.goToEnd("first");
		},
		last: () => {
			stage.goToEnd("last");
		},
	};
}

/** Left and right move a page that is wider than the stage, and turn the pages of one that is not. */
function sideways(stage: Stage, direction: 1 | -1): void {
	if (stage.pansSideways) {
		stage.pan(direction * lineStep, 0);
	} else {
		stage.step(direction);
	}
}

/** Keys that a field has no use for. */
const everywhere = new Set<Command | undefined>([
	"find",
	"find-next",
	"find-previous",
	"print",
	"back",
	"ahead",
]);

/**
 * Whether a press is a character's alone, and the focus is not on what it works on: the document's pages. Nothing is
 * focused while it is the body, and the pages are what the viewer is there for. Elsewhere a word that speech input took
 * for keys would zoom them (WCAG 2.1.4, 'Active only on focus'); with Ctrl or Command the same keys work everywhere.
 */
function isElsewhere(event: KeyboardEvent, stage: Stage): boolean {
	const { target } = event;
	return isCharacter(event) && target !== document.body && !(target instanceof Node && stage.holds(target));
}

/** What Space presses. */
const pressable = "button, [role=button]";

/** Whether the focused control has its own use for a key. */
function isOwnKey(event: KeyboardEvent): boolean {
	const { target } = event;
	if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
		const command = commandOf(event);
		return !everywhere.has(command) && (command === "select-all" || (!event.ctrlKey && !event.metaKey));
	}
	return target instanceof Element && target.matches(pressable) && event.key === " ";
}
