import { commandMessage, parseViewerMessage, type ViewerEvent } from "../core/messages/host-protocol";
import { makeCommands } from "./commands";
import { documentLabel, makeElement } from "./dom";
import type { Request, Shown } from "./request";

/**
 * The time limits in milliseconds for receiving `hello` from a viewer: in total, and after its frame has loaded a
 * page.
 */
const helloTimeout = 20_000;
const helloTimeoutAfterLoad = 3_000;

/** A viewer in a frame. */
export interface Framed extends Shown {
	readonly frame: HTMLIFrameElement;
}

/**
 * Shows the viewer at an address in a frame within `box`. `onEvent` receives the events of the viewer whose default
 * action the page has not prevented.
 */
export function showFrame(
	box: HTMLElement,
	address: string,
	{ tell, excuse }: Pick<Request, "tell" | "excuse">,
	onEvent: (event: ViewerEvent) => void,
): Framed {
	const frame = makeElement("iframe", "frame");
	const { origin } = new URL(address, document.baseURI);
	const post = (message: object) => {
		frame.contentWindow?.postMessage(message, origin);
	};
	const commands = makeCommands(post);
	const notice = excuse();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isWaiting = true;

	/**
	 * Waits for the `hello` of the viewer. If it does not arrive in time, shows a link that opens the viewer in a new
	 * window. That works even if a policy forbids frames.
	 */
	const expectHello = (time: number) => {
		clearTimeout(timer);
		if (isWaiting) {
			timer = setTimeout(() => {
				box.append(notice);
				commands.rejectAll("The viewer does not answer. Something may keep its frame from loading.");
			}, time);
		}
	};
	const stopWaiting = () => {
		isWaiting = false;
		clearTimeout(timer);
	};
	const handleEvent = (event: ViewerEvent) => {
		const { name, data } = event;
		if (name === "hello") {
			stopWaiting();
			notice.remove();
			post(commandMessage(event, 0));
		} else if (name === "ready") {
			frame.title = data.name;
			commands.ready();
		} else if (name === "expired" || name === "failed") {
			commands.rejectAll(`The viewer has ${name}.`);
		}
		if (/hello|closed|focused/.test(name) || tell(name, data)) {
			onEvent(event);
		}
	};
	const handleMessage = ({ source, origin: from, data }: MessageEvent<unknown>) => {
		const message = source && source === frame.contentWindow && from === origin && parseViewerMessage(data);
		if (message && "answer" in message) {
			commands.settle(message.answer, message.error);
		} else if (message) {
			handleEvent(message);
		}
	};

	notice.classList.add("lost");
	frame.title = documentLabel;
	// Browsers ask the reader before a public page accesses this machine or its local network. In a frame, they do so
	// only with this permission.
	frame.allow = "fullscreen;clipboard-write;local-network;loopback-network";
	frame.onload = () => {
		expectHello(helloTimeoutAfterLoad);
	};
	frame.src = address;
	addEventListener("message", handleMessage);
	box.append(frame);
	expectHello(helloTimeout);
	return {
		frame,
		send: commands.send,
		remove: () => {
			stopWaiting();
			removeEventListener("message", handleMessage);
			commands.rejectAll("The viewer has closed.");
		},
	};
}
