import type { Command } from "../../core/navigation/keymap";
import type { Profile } from "../../core/session/settings";
import { translations } from "../translations";
import { makeDialog } from "../widgets/dialog";
import { keyNames } from "../widgets/key-names";
import type { KeyCommands } from "./keyboard";

/** The commands in the order of the dialog, with the keys that are listed besides the usual ones. */
const shortcuts: readonly (readonly [Command, keyof typeof translations, ...combinations: string[]])[] = [
	["next-page", "nextPage", "N", "J"],
	["previous-page", "previousPage", "P", "K"],
	["screen-down", "scrollDown", "PgDn", "Space"],
	["screen-up", "scrollUp", "PgUp", "Shift+Space"],
	["first", "firstPage", "Home"],
	["last", "lastPage", "End"],
	["zoom-in", "zoomIn", "+"],
	["zoom-out", "zoomOut", "−"],
	["zoom-auto", "zoomAuto", "0"],
	["rotate-right", "rotateRight", "R"],
	["rotate-left", "rotateLeft", "Shift+R"],
	["find", "search", "Ctrl+F"],
	["find-next", "searchNext", "F3"],
	["find-previous", "searchPrevious", "Shift+F3"],
	["back", "back", "Alt+←"],
	["forward", "forward", "Alt+→"],
	["print", "print", "Ctrl+P"],
	["shortcuts", "shortcuts", "?"],
];

/** Shows the shortcuts of the commands that the profile permits in a dialog. */
export function showShortcuts(commands: KeyCommands, profile: Pick<Profile, "print">): void {
	const list = document.createElement("dl");
	list.className = "shortcuts";
	// If printing is forbidden, the key for printing still has a command, which prevents the browser from printing. It
	// is not listed.
	const isOffered = (command: Command) =>
		commands[command] !== undefined && (command !== "print" || profile.print);
	const offered = shortcuts.filter(([command]) => isOffered(command));
	list.append(...offered.map(([, name, ...combinations]) => makeRow(translations[name], combinations)));
	makeDialog(translations.shortcuts, list).showModal();
}

function makeRow(label: string, combinations: readonly string[]): HTMLElement {
	const row = document.createElement("div");
	const term = document.createElement("dt");
	term.textContent = label;
	const keys = document.createElement("dd");
	for (const combination of combinations) {
		const key = document.createElement("kbd");
		key.textContent = keyNames(combination);
		keys.append(key);
	}
	row.append(term, keys);
	return row;
}
