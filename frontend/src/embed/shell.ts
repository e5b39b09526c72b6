import type { ViewerEvent } from "../core/messages/host-protocol";
import { type FramedViewer, showFrame } from "./frame";
import { closeLabel, documentLabel, makeElement, makeIconButton, newWindowLabel, setIcon } from "./dom";
import type { Request } from "./request";
import { shellStyles } from "./style";

/**
 * The content of overlays and floating windows: a bar with the document's name and with buttons, and the viewer below
 * it.
 */
export interface Shell extends FramedViewer {
	readonly title: HTMLElement;
}

/**
 * Creates the content of a window in `box`. When the window closes, the focus returns to the element that had it
 * before, unless the user has moved the focus elsewhere.
 */
export function makeShell(
	box: HTMLElement,
	request: Request,
	onEvent: (event: ViewerEvent) => void,
	...buttons: HTMLElement[]
): Shell {
	const { address, host, root, focus } = request;
	const title = makeElement("span", "title", documentLabel);
	const body = makeElement("div", "body");
	const link = makeElement("a", "button");
	link.href = address;
	link.target = "_blank";
	setIcon(link, newWindowLabel, "M11 4h5v5M16 4l-7 7M8 5H4v11h11v-4");
	box.role = "dialog";
	box.ariaLabel = documentLabel;
	box.append(
		makeElement(
			"div",
			"bar",
			title,
			...buttons,
			link,
			makeIconButton(closeLabel, "M5 5l10 10M15 5 5 15", request.close),
		),
		body,
	);
	root.adoptedStyleSheets = shellStyles;
	root.append(box);
	// The bar shows the document's name, so the parameter `titled` hides the name in the viewer.
	const framed = showFrame(body, `${address}&titled=true`, request, (event) => {
		if (event.name === "ready") {
			title.textContent = box.ariaLabel = event.data.name;
		}
		onEvent(event);
	});
	return {
		...framed,
		title,
		remove: () => {
			const inside = host === document.activeElement;
			framed.remove();
			host.remove();
			if (inside) {
				(focus as HTMLElement | null)?.focus();
			}
		},
	};
}

/** Waits until the page has a body, and returns it. */
export async function bodyOfPage(): Promise<HTMLElement> {
	while (!(document.body as HTMLElement | null)) {
		await new Promise(requestAnimationFrame);
	}
	return document.body;
}
