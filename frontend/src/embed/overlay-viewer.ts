import { makeElement } from "./dom";
import type { Request, Shown } from "./request";
import { bodyOfPage, makeShell } from "./shell";

/** The frames of the open overlays. */
const open: HTMLIFrameElement[] = [];
/** The overflow style of the page before the overlay. */
let scrolling = "";

// In a browser's modal dialog, Tab can still move into frames behind it.
addEventListener("message", ({ source, data }: MessageEvent<{ event?: string } | null>) => {
	const front = open.at(-1);
	if (data?.event === "focused" && source !== front?.contentWindow) {
		front?.focus();
	}
});

/** Covers the page with a viewer, in the browser's top layer. The page keeps its scroll position. */
export async function showOverlay(request: Request): Promise<Shown> {
	const { host, close } = request;
	const dialog = makeElement("dialog", "root svc-view-overlay");
	const { style } = document.documentElement;
	const { send, remove, frame } = makeShell(dialog, request, ({ name }) => {
		if (name === "closed") {
			close();
		} else if (name === "ready" && host === document.activeElement) {
			frame.focus(); // its keys turn the pages
		}
	});
	dialog.ariaModal = "true";
	dialog.oncancel = close;
	dialog.onkeydown = (event) => {
		if (event.key === "Escape") {
			event.preventDefault(); // which closes all that a script has opened, in some browsers
			close();
		}
	};
	dialog.onclick = ({ target }) => {
		if (target === dialog) {
			close(); // beside it
		}
	};
	(await bodyOfPage()).append(host);
	if (!open[0]) {
		scrolling = style.overflow;
		style.setProperty("overflow", "hidden", "important");
	}
	open.push(frame);
	dialog.showModal();
	const removals = new MutationObserver(() => {
		if (!host.isConnected) {
			close(); // the page has removed it, with all that it had
		}
	});
	removals.observe(document, { subtree: true, childList: true });
	return {
		send,
		remove: () => {
			removals.disconnect();
			remove();
			open.splice(open.indexOf(frame), 1);
			if (!open[0]) {
				style.overflow = scrolling;
			}
		},
	};
}
