import { isCharacter } from "../../core/navigation/keymap";

/** The elements that use keys themselves. */
const keyUsers = "input, textarea, select, [role=menu], [role=dialog], [role=alertdialog]";

/** Reports whether a key applies to the focused element of the window, and not to the document. */
export function isUsedBy(target: EventTarget | null, event: KeyboardEvent): boolean {
	if (!(target instanceof Element) || target === document.body) {
		return false;
	}
	return target.closest(keyUsers) !== null || isCharacter(event) || event.key === " ";
}
