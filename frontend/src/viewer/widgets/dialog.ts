import { focusPages } from "./focus-pages";
import { makeIcon } from "./icon";
import { translations } from "../translations";

/**
 * Creates a dialog with a title and a close button. While the dialog is open, the browser keeps the focus in it. When
 * the dialog closes, the pages receive the focus.
 */
export function makeDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
	const dialog = document.createElement("dialog");
	dialog.className = "dialog";
	dialog.ariaLabel = title;
	const head = document.createElement("header");
	const heading = document.createElement("h2");
	heading.textContent = title;
	heading.tabIndex = -1;
	const close = document.createElement("button");
	close.type = "button";
	close.className = "icon-button";
	close.ariaLabel = close.title = translations.close;
	close.append(makeIcon("x"));
	close.addEventListener("click", () => {
		dialog.close();
	});
	head.append(heading, close);
	dialog.append(head, ...content);
	dialog.addEventListener("click", (event) => {
		if (event.target === dialog) {
			dialog.close(); // a click on the backdrop
		}
	});
	dialog.addEventListener("keydown", (event) => {
		event.stopPropagation(); // keep keys from the viewer's shortcuts
	});
	dialog.addEventListener("close", () => {
		dialog.remove();
		focusPages();
	});
	document.body.append(dialog);
	return dialog;
}

/**
 * Opens a dialog, and gives the focus to a control, or to the title. The attribute `autofocus` is not used, because it
 * would cause an error in frames of other sites.
 */
export function openDialog(dialog: HTMLDialogElement, control?: HTMLElement | null): void {
	dialog.showModal();
	(control ?? dialog.querySelector("h2"))?.focus();
}
