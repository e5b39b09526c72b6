import { splitKeys } from "../../core/format/key-names";
import type { Command } from "../../core/navigation/keymap";
import type { Profile } from "../../core/session/settings";
import { translations } from "../translations";
import { makeDialog, openDialog } from "../widgets/dialog";
import { keyNames } from "../widgets/key-names";
import type { KeyCommands } from "./keyboard";

/** A command, the key of its name in the translations, and the key combinations that the dialog lists. */
type Shortcut = readonly [Command, keyof typeof translations, ...combinations: string[]];

/** The commands in the order of the dialog, in groups with a title. */
const groups: readonly (readonly [title: keyof typeof translations, readonly Shortcut[]])[] = [
	[
		"navigation",
		[
			["next-page", "nextPage", "N", "J"],
			["previous-page", "previousPage", "P", "K"],
			["screen-down", "scrollDown", "PgDn", "Space"],
			["screen-up", "scrollUp", "PgUp", "Shift+Space"],
			["first", "firstPage", "Home"],
			["last", "lastPage", "End"],
			["back", "back", "Alt+←"],
			["forward", "forward", "Alt+→"],
		],
	],
	[
		"zoomAndLayout",
		[
			["zoom-in", "zoomIn", "+"],
			["zoom-out", "zoomOut", "−"],
			["zoom-auto", "zoomAuto", "0"],
			["rotate-right", "rotateRight", "R"],
			["rotate-left", "rotateLeft", "Shift+R"],
		],
	],
	[
		"search",
		[
			["find", "search", "Ctrl+F"],
			["find-next", "searchNext", "F3"],
			["find-previous", "searchPrevious", "Shift+F3"],
		],
	],
	[
		"document",
		[
			["print", "print", "Ctrl+P"],
			["shortcuts", "shortcuts", "?"],
		],
	],
];

/** Shows the shortcuts of the commands that the profile permits in a dialog. */
export function showShortcuts(commands: KeyCommands, profile: Pick<Profile, "print">): void {
	// If printing is forbidden, the key for printing still has a command, which prevents the browser from printing. The
	// dialog does not list this command.
	const isOffered = ([command]: Shortcut) =>
		commands[command] !== undefined && (command !== "print" || profile.print);
	const list = document.createElement("div");
	list.className = "shortcuts";
	for (const [title, shortcuts] of groups) {
		const offered = shortcuts.filter(isOffered);
		if (offered.length > 0) {
			list.append(makeGroup(translations[title], offered));
		}
	}
	openDialog(makeDialog(translations.shortcuts, list));
}

function makeGroup(title: string, shortcuts: readonly Shortcut[]): HTMLElement {
	const group = document.createElement("section");
	const heading = document.createElement("h3");
	heading.textContent = title;
	const list = document.createElement("dl");
	list.append(...shortcuts.map(([, name, ...combinations]) => makeRow(translations[name], combinations)));
	group.append(heading, list);
	return group;
}

function makeRow(label: string, combinations: readonly string[]): HTMLElement {
	const row = document.createElement("div");
	const term = document.createElement("dt");
	term.textContent = label;
	const keys = document.createElement("dd");
	keys.append(...combinations.map(makeKeys));
	row.append(term, keys);
	return row;
}

/** Returns a key combination with an element for each key. */
function makeKeys(combination: string): HTMLElement {
	const keys = document.createElement("kbd");
	for (const [index, name] of splitKeys(keyNames(combination)).entries()) {
		const key = document.createElement("kbd");
		key.textContent = name;
		keys.append(...(index > 0 ? ["+"] : []), key);
	}
	return keys;
}
