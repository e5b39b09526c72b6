import { make } from "./make";
import { intoPage, makeShell, type Opener } from "./shell";

/** How many overlays cover the page. */
let open = 0;
/** How the page scrolled before. */
let scrolling = "";

/** Covers the page with a viewer. The page behind stays where it is. */
export async function openOverlay(address: string, opener: Opener): Promise<SvcView.Viewer> {
	const dialog = make("dialog", "root");
	const { viewer, host, frame } = makeShell(dialog, address, opener, ({ name }) => {
		if (name === "closed") {
			viewer.close();
		} else if (name === "ready" && host === document.activeElement) {
			frame.focus(); // its keys turn the pages
		}
	});
	const { style } = document.documentElement;
	dialog.ariaModal = "true";
	dialog.oncancel = viewer.close;
	dialog.onclick = ({ target }) => {
		if (target === dialog) {
			viewer.close(); // beside it
		}
	};
	viewer.on("closed", () => {
		if (--open === 0) {
			style.overflow = scrolling;
		}
	});
	await intoPage(host);
	if (open++ === 0) {
		scrolling = style.overflow;
		style.setProperty("overflow", "hidden", "important");
	}
	dialog.showModal();
	return viewer;
}
