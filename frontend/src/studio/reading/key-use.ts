import { isCharacter } from "../../core/navigation/keymap";

/** The selector of the elements that handle keys themselves. */
const keyUsers = "input, textarea, select, [role=menu], [role=dialog], [role=alertdialog]";

/** Reports whether a key press is handled by the element that it targets, and must not be forwarded to the document. */
export function isUsedBy(target: EventTarget | null, event: KeyboardEvent): boolean {
	if (!(target instanceof Element) || target === document.body) {
		return false;
	}
	return target.closest(keyUsers) !== null || isCharacter(event) || event.key === " ";
}
