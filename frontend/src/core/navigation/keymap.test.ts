import { expect, test } from "vitest";
import { commandOf, isCharacter, isCommand, type KeyPress } from "./keymap";

function press(keys: string): KeyPress {
	const parts = keys.split(" ");
	const [key = "", code = ""] = (parts.at(-1) ?? "").split("@");
	return {
		key: key.replace("Space", " "),
		code,
		ctrlKey: parts.includes("Ctrl"),
		metaKey: parts.includes("Meta"),
		shiftKey: parts.includes("Shift"),
		altKey: parts.includes("Alt"),
	};
}

test.each([
	["ArrowUp", "up"],
	["ArrowDown", "down"],
	["ArrowLeft", "left"],
	["ArrowRight", "right"],
	["PageUp", "screen-up"],
	["PageDown", "screen-down"],
	["Space", "screen-down"],
	["Shift Space", "screen-up"],
	["Home", "first"],
	["End", "last"],
	["Alt ArrowLeft", "back"],
	["Alt ArrowRight", "forward"],
	["Ctrl f", "find"],
	["Meta f", "find"],
	["F3", "find-next"],
	["Shift F3", "find-previous"],
	["Ctrl g", "find-next"],
	["Ctrl Shift G", "find-previous"],
	["Ctrl F", "find"],
	["Ctrl а@KeyF", "find"],
	["Ctrl Shift п@KeyG", "find-previous"],
	["Ctrl p@KeyR", "print"],
	["Ctrl p", "print"],
	["Ctrl Home", "first"],
	["Meta End", "last"],
	["+", "zoom-in"],
	["Shift +", "zoom-in"],
	["=", "zoom-in"],
	["Ctrl =", "zoom-in"],
	["-", "zoom-out"],
	["Meta -", "zoom-out"],
	["Ctrl 0", "zoom-auto"],
	["Ctrl a", "select-all"],
	["Meta a", "select-all"],
	["n", "next-page"],
	["j", "next-page"],
	["N", "next-page"], // with Caps Lock
	["p", "previous-page"],
	["k", "previous-page"],
	["r", "rotate-right"],
	["Shift R", "rotate-left"],
	["т@KeyN", "next-page"],
	["Shift ?", "shortcuts"],
	["?", "shortcuts"],
])("%s is %s", (keys, command) => {
	expect(commandOf(press(keys))).toBe(command);
});

test.each([
	"a",
	"Ctrl c",
	"Ctrl ArrowDown",
	"Shift ArrowRight",
	"Alt ArrowUp",
	"Ctrl Alt ArrowLeft",
	"Shift End",
	"Shift N",
	"Alt n",
	"Ctrl r",
	"Ctrl n",
	"Ctrl Shift ?",
	"Escape",
	"Tab",
])("%s is left to the browser", (keys) => {
	expect(commandOf(press(keys))).toBeUndefined();
});

test.each(["+", "Shift +", "=", "-", "_", "0", "a", "Shift A", "é", "𝒳"])(
	"%s is a character alone",
	(keys) => {
		expect(isCharacter(press(keys))).toBe(true);
	},
);

test.each(["Ctrl +", "Meta -", "Alt 0", "Space", "Shift Space", "Home", "ArrowUp", "F3", "Escape"])(
	"%s is more than a character",
	(keys) => {
		expect(isCharacter(press(keys))).toBe(false);
	},
);

test("only the names of commands are commands", () => {
	expect(["print", "next-page"].every(isCommand)).toBe(true);
	expect(["", "reload", "toString", 1, null, undefined, ["print"]].some(isCommand)).toBe(false);
});
