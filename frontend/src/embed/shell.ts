import { type Framed, showFrame } from "./frame";
import { button, close, documentWord, make, newWindow, sign, windowLink } from "./make";
import { shellStyles } from "./style";
import type { ViewerEvent } from "../core/protocol";

/** Who opens a window. */
export interface Opener {
	/** Gets the events; undefined for the window itself. */
	readonly element?: Element;
	/** Gets the focus back. */
	readonly focus: Element | null;
}

/** What overlays and floating windows have: a bar with the document's name and buttons, and the viewer below it. */
export interface Shell extends Framed {
	/** The only element in the host page; all else lies in its shadow. */
	readonly host: HTMLElement;
	readonly title: HTMLElement;
}

/** Makes a window of `box`. The focus returns to where it came from, unless it has gone elsewhere meanwhile. */
export function makeShell(
	box: HTMLElement,
	address: string,
	opener: Opener,
	heard: (event: ViewerEvent) => void,
	...buttons: HTMLElement[]
): Shell {
	const host = make("div", "");
	const title = make("span", "title", documentWord);
	const body = make("div", "body");
	const link = sign(windowLink(address, "button"), newWindow, "M11 4h5v5M16 4l-7 7M8 5H4v11h11v-4");
	const leave = () => {
		const inside = host === document.activeElement;
		framed.end();
		host.remove();
		if (inside) {
			(opener.focus as HTMLElement | null)?.focus();
		}
	};
	box.role = "dialog";
	box.ariaLabel = documentWord;
	box.append(make("div", "bar", title, ...buttons, link, button(close, "M5 5l10 10M15 5 5 15", leave)), body);
	const root = host.attachShadow({ mode: "open" });
	root.adoptedStyleSheets = shellStyles;
	root.append(box);
	const framed = showFrame(opener.element ?? host, body, address, leave, (event) => {
		if (event.name === "ready") {
			title.textContent = box.ariaLabel = event.data.name;
		}
		heard(event);
	});
	return { ...framed, host, title };
}

/** Puts a window into the page, as soon as that has a body. */
export async function intoPage(host: HTMLElement): Promise<void> {
	while (!(document.body as HTMLElement | null)) {
		await new Promise(requestAnimationFrame);
	}
	document.body.append(host);
}
