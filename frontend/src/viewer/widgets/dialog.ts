import { makeIcon } from "./icon";
import { words } from "../words";

/** Makes a dialog with a title and a button that closes it; the browser keeps the focus in it while it is open. */
export function makeDialog(title: string, ...content: readonly Node[]): HTMLDialogElement {
	const dialog = document.createElement("dialog");
	dialog.className = "dialog";
	dialog.ariaLabel = title;
	const head = document.createElement("header");
	const heading = document.createElement("h2");
	heading.textContent = title;
	const close = document.createElement("button");
	close.type = "button";
	close.className = "icon-button";
	close.ariaLabel = close.title = words.close;
	close.append(makeIcon("x"));
	close.addEventListener("click", () => {
		dialog.close();
	});
	head.append(heading, close);
	dialog.append(head, ...content);
	dialog.addEventListener("click", (event) => {
		if (event.target === dialog) {
			dialog.close(); // beside it, on what lies behind
		}
	});
	dialog.addEventListener("keydown", (event) => {
		event.stopPropagation(); // the viewer's keys are for the pages
	});
	dialog.addEventListener("close", () => {
		dialog.remove();
	});
	document.body.append(dialog);
	return dialog;
}
