/** The commands of the viewer that keys trigger. */
const commands = [
	"up",
	"down",
	"left",
	"right",
	"screen-up",
	"screen-down",
	"previous-page",
	"next-page",
	"first",
	"last",
	"zoom-in",
	"zoom-out",
	"zoom-auto",
	"rotate-left",
	"rotate-right",
	"select-all",
	"back",
	"forward",
	"find",
	"find-next",
	"find-previous",
	"print",
	"shortcuts",
] as const;

/** A command of the viewer that a key triggers. */
export type Command = (typeof commands)[number];

/** Reports whether a value is a command. */
export function isCommand(value: unknown): value is Command {
	return commands.some((command) => command === value);
}

/** A key press, as the DOM's KeyboardEvent describes it. */
export interface KeyPress {
	readonly key: string;
	/** The physical position of the key, independent of the keyboard layout. */
	readonly code: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
}

const plainKeys: Readonly<Record<string, Command>> = {
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

/** The commands of letters that are pressed without modifiers, as in other viewers. */
const letters: Readonly<Record<string, Command>> = {
	n: "next-page",
	j: "next-page",
	p: "previous-page",
	k: "previous-page",
	r: "rotate-right",
};

/** The commands of keys with Ctrl or Command. */
const controlKeys: Readonly<Record<string, Command>> = {
	a: "select-all",
	f: "find",
	g: "find-next",
	p: "print",
};

const zoomKeys: Readonly<Record<string, Command>> = {
	"+": "zoom-in",
	"=": "zoom-in",
	"-": "zoom-out",
	_: "zoom-out",
	"0": "zoom-auto",
};

/**
 * Returns the command of a key press; undefined if the browser handles the key. Zoom keys work with and without Ctrl or
 * Command, as in browsers, and so do Home and End, as in editors. Shift reverses the direction of Space, of R (rotate)
 * and of the keys for the next hit. It changes no other command.
 */
export function commandOf(press: KeyPress): Command | undefined {
	if (press.altKey) {
		return historyCommand(press);
	}
	if (press.key === "F3") {
		return press.shiftKey ? "find-previous" : "find-next";
	}
	const zoom = zoomKeys[press.key];
	if (zoom !== undefined) {
		return zoom;
	}
	const control = press.ctrlKey || press.metaKey;
	if (press.key === "?" && !control) {
		return "shortcuts";
	}
	if (press.shiftKey) {
		return control ? shiftedControlCommand(press) : shiftedCommand(press);
	}
	const command = plainKeys[press.key];
	if (control) {
		return (
			controlKeys[latinLetter(press)] ?? (command === "first" || command === "last" ? command : undefined)
		);
	}
	return command ?? letters[latinLetter(press)];
}

/**
 * Reports whether a press is a single letter, digit or symbol without modifiers (WCAG 2.1.4). Speech input may type
 * such a character by mistake.
 */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
	return !ctrlKey && !metaKey && !altKey && /^\S$/u.test(key);
}

/**
 * Returns the command of Alt with an arrow key. As in browsers, the left and right arrows move back and forward through
 * the history of jumps.
 */
function historyCommand({ key, ctrlKey, metaKey, shiftKey }: KeyPress): Command | undefined {
	if (ctrlKey || metaKey || shiftKey) {
		return undefined;
	}
	return key === "ArrowLeft" ? "back" : key === "ArrowRight" ? "forward" : undefined;
}

function shiftedCommand(press: KeyPress): Command | undefined {
	return press.key === " " ? "screen-up" : latinLetter(press) === "r" ? "rotate-left" : undefined;
}

function shiftedControlCommand(press: KeyPress): Command | undefined {
	return latinLetter(press) === "g" ? "find-previous" : undefined;
}

/**
 * Returns the letter of a key regardless of Caps Lock. On a keyboard without Latin letters, it is the letter of the
 * key's position.
 */
function latinLetter({ key, code }: KeyPress): string {
	return /^[^\p{Script=Latin}]$/u.test(key) && code.startsWith("Key")
		? code.slice("Key".length).toLowerCase()
		: key.toLowerCase();
}
