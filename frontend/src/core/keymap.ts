/** What a key asks the viewer to do. */
export type Command =
	| "up"
	| "down"
	| "left"
	| "right"
	| "screen-up"
	| "screen-down"
	| "first"
	| "last"
	| "zoom-in"
	| "zoom-out"
	| "zoom-auto"
	| "select-all";

/** A key press, as the DOM's KeyboardEvent describes it. */
export interface KeyPress {
	readonly key: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
}

const plain: Readonly<Record<string, Command>> = {
	ArrowUp: "up",
	ArrowDown: "down",
	ArrowLeft: "left",
	ArrowRight: "right",
	PageUp: "screen-up",
	PageDown: "screen-down",
	Home: "first",
	End: "last",
	" ": "screen-down",
};

const zooming: Readonly<Record<string, Command>> = {
	"+": "zoom-in",
	"=": "zoom-in",
	"-": "zoom-out",
	_: "zoom-out",
	"0": "zoom-auto",
};

/**
 * The command of a key press, or undefined where the key is the browser's own.
 * Zoom keys work with and without Ctrl or Command, as people are used to from the
 * browser; Home and End too, as in an editor. Shift only turns Space round.
 */
export function commandOf(press: KeyPress): Command | undefined {
	if (press.altKey) {
		return undefined;
	}
	const zoom = zooming[press.key];
	if (zoom !== undefined) {
		return zoom;
	}
	if (press.shiftKey) {
		return press.key === " " ? "screen-up" : undefined;
	}
	const command = plain[press.key];
	if (press.ctrlKey || press.metaKey) {
		if (press.key === "a") {
			return "select-all";
		}
		return command === "first" || command === "last" ? command : undefined;
	}
	return command;
}
