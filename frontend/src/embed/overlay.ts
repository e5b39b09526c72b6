import { make } from "./make";
import { intoPage, makeShell, type Opener } from "./shell";

/** The frames of the overlays that cover the page. */
const open: HTMLIFrameElement[] = [];
/** How the page scrolled before. */
let scrolling = "";

// A browser's modal dialog lets Tab lead into frames behind it.
addEventListener("message", ({ source, data }: MessageEvent<{ event?: string } | null>) => {
	const front = open.at(-1);
	if (data?.event === "focused" && source !== front?.contentWindow) {
		front?.focus();
	}
});

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
		open.splice(open.indexOf(frame), 1);
		if (!open[0]) {
			style.overflow = scrolling;
		}
	});
	await intoPage(host);
	if (!open[0]) {
		scrolling = style.overflow;
		style.setProperty("overflow", "hidden", "important");
	}
	open.push(frame);
	dialog.showModal();
	return viewer;
}
