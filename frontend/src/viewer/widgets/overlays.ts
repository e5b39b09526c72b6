import { closeMenu } from "./menu";

/** Closes everything that lies over the pages: the dialogs and the menu that are open. */
export function closeOverlays(): void {
	document.querySelectorAll("dialog").forEach((dialog) => {
		dialog.close();
	});
	closeMenu();
}
