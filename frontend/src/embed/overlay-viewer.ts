import { makeElement } from "./dom";
import type { Request, ShownViewer } from "./request";
import { bodyOfPage, makeShell } from "./shell";

/** The frames of the open overlays. */
const openFrames: HTMLIFrameElement[] = [];
/** The page's overflow style before it was changed for the first overlay. */
let pageOverflow = "";

// Even while a modal dialog is open, Tab can move the focus into a frame behind the dialog. The focus is then moved
// back into the overlay in front.
addEventListener("message", ({ source, data }: MessageEvent<{ event?: string } | null>) => {
	const front = openFrames.at(-1);
	if (data?.event === "focused" && source !== front?.contentWindow) {
		front?.focus();
	}
});

/** Covers the page with a viewer, in the browser's top layer. The page keeps its scroll position. */
export async function showOverlay(request: Request): Promise<ShownViewer> {
	const { host, close } = request;
	const dialog = makeElement("dialog", "root svc-view-overlay");
	const { style } = document.documentElement;
	const { send, remove, frame } = makeShell(dialog, request, ({ name }) => {
		if (name === "closed") {
			close();
		} else if (name === "ready" && host === document.activeElement) {
			frame.focus(); // so that keys are handled by the viewer at once
		}
	});
	dialog.ariaModal = "true";
	dialog.oncancel = close;
	dialog.onkeydown = (event) => {
		if (event.key === "Escape") {
			event.preventDefault(); // some browsers would close all open dialogs
			close();
		}
	};
	dialog.onclick = ({ target }) => {
		if (target === dialog) {
			close(); // a click on the backdrop
		}
	};
	(await bodyOfPage()).append(host);
	if (!openFrames[0]) {
		pageOverflow = style.overflow;
		style.setProperty("overflow", "hidden", "important");
	}
	openFrames.push(frame);
	dialog.showModal();
	const removalObserver = new MutationObserver(() => {
		if (!host.isConnected) {
			close(); // the page has removed the overlay
		}
	});
	removalObserver.observe(document, { subtree: true, childList: true });
	return {
		send,
		remove: () => {
			removalObserver.disconnect();
			remove();
			openFrames.splice(openFrames.indexOf(frame), 1);
			if (!openFrames[0]) {
				style.overflow = pageOverflow;
			}
		},
	};
}
