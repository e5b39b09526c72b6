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
	| "select-all"
	| "back"
	| "ahead"
	| "find"
	| "find-next"
	| "find-previous"
	| "print";

/** A key press, as the DOM's KeyboardEvent describes it. */
export interface KeyPress {
	readonly key: string;
	/** The key's place on the keyboard, whatever is written on it there. */
	readonly code: string;
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

/** With Ctrl or Command. */
const controlled: Readonly<Record<string, Command>> = {
	a: "select-all",
	f: "find",
	g: "find-next",
	p: "print",
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
		return jumping(press);
	}
	if (press.key === "F3") {
		return press.shiftKey ? "find-previous" : "find-next";
	}
	const zoom = zooming[press.key];
	if (zoom !== undefined) {
		return zoom;
	}
	const control = press.ctrlKey || press.metaKey;
	if (press.shiftKey) {
		return control ? backwards(press) : press.key === " " ? "screen-up" : undefined;
	}
	const command = plain[press.key];
	if (control) {
		return controlled[latin(press)] ?? (command === "first" || command === "last" ? command : undefined);
	}
	return command;
}

/** Whether a press is that of a letter, digit or sign alone, as WCAG 2.1.4 has it: what speech input may type by mistake. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
	return !ctrlKey && !metaKey && !altKey && /^\S$/u.test(key);
}

/** What Alt does with an arrow, as in the browser: it goes back and forward through jumps. */
function jumping({ key, ctrlKey, metaKey, shiftKey }: KeyPress): Command | undefined {
	if (ctrlKey || metaKey || shiftKey) {
		return undefined;
	}
	return key === "ArrowLeft" ? "back" : key === "ArrowRight" ? "ahead" : undefined;
}

function backwards(press: KeyPress): Command | undefined {
	return latin(press) === "g" ? "find-previous" : undefined;
}

/** The letter of a key whether Caps Lock is on or not; where keys have other letters than Latin ones, that of its place. */
function latin({ key, code }: KeyPress): string {
	return /^[^\p{Script=Latin}]$/u.test(key) && code.startsWith("Key")
		? code.slice("Key".length).toLowerCase()
		: key.toLowerCase();
}
