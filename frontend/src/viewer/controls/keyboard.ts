import { type Command, commandOf, isCharacter } from "../../core/navigation/keymap";
import type { Profile } from "../../core/session/settings";
import type { ViewHistory } from "../navigation/view-history";
import type { Presentation } from "../navigation/presentation";
import { selectPages } from "../pages/selection";
import type { Stage } from "../pages/stage";
import type { Toolbar } from "./toolbar";

/** The number of pixels that an arrow key scrolls. */
const lineStep = 56;
/** The fraction of the stage's height that Page Down scrolls. A line or two stay visible for orientation. */
const screenFraction = 0.9;

/** The parts of the viewer that keys control. */
export interface KeyboardParts {
	readonly stage: Stage;
	readonly toolbar: Toolbar;
	readonly viewHistory: ViewHistory;
	readonly presentation: Presentation;
	readonly profile: Pick<Profile, "output">;
	/** The search; undefined if searching is not allowed. The browser then handles the keys for searching. */
	readonly finder?: {
		open(): void;
		/** Moves to the next (1) or previous (-1) hit. */
		step(direction: 1 | -1): void;
	};
	/** Prints, or shows a message that printing is not allowed. */
	readonly print?: () => void;
	readonly showShortcuts: () => void;
}

/** The functions that perform the commands of keys; undefined for commands that the viewer does not offer. */
export type KeyCommands = Readonly<Partial<Record<Command, () => void>>>;

/** Handles the viewer's keys wherever the focus is, except in fields and on controls that use the key themselves. */
export function handleKeyboard(
	{ stage, presentation }: Pick<KeyboardParts, "stage" | "presentation">,
	commands: KeyCommands,
): void {
	document.addEventListener("keydown", (event) => {
		const command = commandOf(event);
		const run = command && commands[command];
		if (
			run === undefined ||
			event.defaultPrevented ||
			isHandledByControl(event) ||
			isOutsidePages(event, stage)
		) {
			return;
		}
		event.preventDefault();
		run();
	});
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		if (key === " " && target instanceof HTMLAnchorElement && target.matches(pressable)) {
			event.preventDefault(); // Space activates a link that acts as a button
			target.click();
		}
	});
	document.addEventListener("keydown", (event) => {
		if (event.key === "Escape" && !event.defaultPrevented && presentation.isActive) {
			event.preventDefault(); // a used key does not close the viewer in a host page
			presentation.stop();
		}
	});
}

/** Returns the functions that perform the commands of keys. */
export function keyCommands(parts: KeyboardParts): KeyCommands {
	const { stage, toolbar, viewHistory, finder, print, profile, showShortcuts } = parts;
	return {
		...moveCommands(parts),
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
			selectPages();
		},
		back: () => {
			viewHistory.back();
		},
		forward: () => {
			viewHistory.forward();
		},
		...(finder && {
			find: () => {
				finder.open();
			},
			"find-next": () => {
				finder.step(1);
			},
			"find-previous": () => {
				finder.step(-1);
			},
		}),
		...(print && { print }),
		...(profile.output !== "text" && {
			"rotate-right": () => {
				stage.rotateBy(1);
			},
			"rotate-left": () => {
				stage.rotateBy(-1);
			},
		}),
		shortcuts: showShortcuts,
	};
}

/** Returns the commands that move through the document. In a presentation, they turn whole pages. */
function moveCommands({ stage, presentation }: KeyboardParts): KeyCommands {
	const step = (direction: 1 | -1, fallback: () => void) => () => {
		if (presentation.isActive) {
			stage.step(direction);
		} else {
			fallback();
		}
	};
	const pan = (pixels: number) => () => {
		stage.pan(0, pixels);
	};
	const scrollScreens = (screens: number) => () => {
		stage.scrollScreens(screens);
	};
	return {
		up: step(-1, pan(-lineStep)),
		down: step(1, pan(lineStep)),
		left: () => {
			moveSideways(stage, -1);
		},
		right: () => {
			moveSideways(stage, 1);
		},
		"screen-up": step(-1, scrollScreens(-screenFraction)),
		"screen-down": step(1, scrollScreens(screenFraction)),
		"previous-page": () => {
			stage.step(-1);
		},
		"next-page": () => {
			stage.step(1);
		},
		first: () => {
			stage.goToEnd("first");
		},
		last: () => {
			stage.goToEnd("last");
		},
	};
}

/**
 * Moves right (1) or left (-1): scrolls within a page that is wider than the stage, and otherwise goes to the next or
 * the previous page. Right-to-left interfaces use the same directions, as pdf.js does, because pages are never
 * mirrored.
 */
function moveSideways(stage: Stage, direction: 1 | -1): void {
	if (stage.pansSideways) {
		stage.pan(direction * lineStep, 0);
	} else {
		stage.step(direction);
	}
}

/** Commands whose keys also work while a field has the focus, because fields do not use these keys. */
const fieldCommands = new Set<Command | undefined>([
	"find",
	"find-next",
	"find-previous",
	"print",
	"back",
	"forward",
]);

/**
 * Reports whether a character key was pressed without modifiers while a control outside the pages had the focus. The
 * caller ignores such keys, because speech input may type them by mistake and, for example, change the zoom (WCAG
 * 2.1.4, 'Active only on focus'). If the body has the focus, no control has it, so the keys apply to the pages.
 * Character keys pressed with Ctrl or Command work everywhere.
 */
function isOutsidePages(event: KeyboardEvent, stage: Stage): boolean {
	const { target } = event;
	return (
		isCharacter(event) && target !== document.body && !(target instanceof Node && stage.contains(target))
	);
}

/** Matches controls that Space activates. */
const pressable = "button, [role=button]";

/** Reports whether the focused control handles a key itself. */
function isHandledByControl(event: KeyboardEvent): boolean {
	const { target } = event;
	if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
		const command = commandOf(event);
		return !fieldCommands.has(command) && (command === "select-all" || (!event.ctrlKey && !event.metaKey));
	}
	return target instanceof Element && target.matches(pressable) && event.key === " ";
}
