import { commandMessage, parseViewerMessage, type ViewerEvent } from "../core/messages/host-protocol";
import { makeCommands } from "./commands";
import { documentWord, makeElement } from "./dom";
import type { Request, Shown } from "./request";

/** The time limits in milliseconds for a viewer to send `hello`: in total, and after its frame has loaded something. */
const patience = 20_000;
const patienceLoaded = 3_000;

/** A viewer in a frame. */
export interface Framed extends Shown {
	readonly frame: HTMLIFrameElement;
}

/**
 * Shows the viewer at an address in a frame within `box`. `heard` receives the events that the page has not prevented.
 */
export function showFrame(
	box: HTMLElement,
	address: string,
	{ tell, excuse }: Pick<Request, "tell" | "excuse">,
	heard: (event: ViewerEvent) => void,
): Framed {
	const frame = makeElement("iframe", "frame");
	const { origin } = new URL(address, document.baseURI);
	const post = (message: object) => {
		frame.contentWindow?.postMessage(message, origin);
	};
	const commands = makeCommands(post);
	const offer = excuse();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let waits = true;

	/**
	 * Waits for the `hello` of the viewer. If it does not come, offers to open a new window, which works even if a
	 * policy forbids frames.
	 */
	const expectHello = (time: number) => {
		clearTimeout(timer);
		if (waits) {
			timer = setTimeout(() => {
				box.append(offer);
				commands.end("The viewer does not answer. Something may keep its frame from loading.");
			}, time);
		}
	};
	const expectNothing = () => {
		waits = false;
		clearTimeout(timer);
	};
	const follow = (event: ViewerEvent) => {
		const { name, data } = event;
		if (name === "hello") {
			expectNothing();
			offer.remove();
			post(commandMessage(event, 0));
		} else if (name === "ready") {
			frame.title = data.name;
			commands.ready();
		} else if (name === "expired" || name === "failed") {
			commands.end(`The viewer has ${name}.`);
		}
		if (/hello|closed|focused/.test(name) || tell(name, data)) {
			heard(event);
		}
	};
	const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
		const message = source && source === frame.contentWindow && from === origin && parseViewerMessage(data);
		if (message && "answer" in message) {
			commands.answered(message.answer, message.error);
		} else if (message) {
			follow(message);
		}
	};

	offer.classList.add("lost");
	frame.title = documentWord;
	// Browsers ask the reader before a public page accesses this machine or its network.
	frame.allow = "fullscreen;clipboard-write;local-network;loopback-network";
	frame.onload = () => {
		expectHello(patienceLoaded);
	};
	frame.src = address;
	addEventListener("message", hear);
	box.append(frame);
	expectHello(patience);
	return {
		frame,
		send: commands.send,
		remove: () => {
			expectNothing();
			removeEventListener("message", hear);
			commands.end("The viewer has closed.");
		},
	};
}
