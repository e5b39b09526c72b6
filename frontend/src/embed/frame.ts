import { commandMessage, parseViewerMessage, type ViewerEvent } from "../core/messages/host-protocol";
import { makeCommands } from "./commands";
import { documentLabel, makeElement } from "./dom";
import type { Request, ShownViewer } from "./request";

/**
 * The time limits in milliseconds for the `hello` message of a viewer: the total time, and the time after the frame has
 * loaded.
 */
const helloTimeout = 20_000;
const helloTimeoutAfterLoad = 3_000;

/** A viewer in a frame. */
export interface FramedViewer extends ShownViewer {
	readonly frame: HTMLIFrameElement;
}

/**
 * Shows the viewer at a URL in a frame within `box`. `onEvent` is called for the viewer's events. An event that the
 * page receives too is skipped if a listener of the page has prevented its default action.
 */
export function showFrame(
	box: HTMLElement,
	address: string,
	{ tell: emit, excuse: makeErrorNotice }: Pick<Request, "tell" | "excuse">,
	onEvent: (event: ViewerEvent) => void,
): FramedViewer {
	const frame = makeElement("iframe", "frame");
	const { origin } = new URL(address, document.baseURI);
	const post = (message: object) => {
		frame.contentWindow?.postMessage(message, origin);
	};
	const commands = makeCommands(post);
	const notice = makeErrorNotice();
	let timer: ReturnType<typeof setTimeout> | undefined;
	let isWaiting = true;

	/**
	 * Sets the time limit for the `hello` message of the viewer. When it expires, a message is shown with a link that
	 * opens the viewer in a new window. The link works even if a policy forbids frames.
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
		if (/hello|closed|focused/.test(name) || emit(name, data)) {
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
	// Browsers ask the reader for permission before a public page accesses the reader's machine or local network. In a
	// frame, they ask only if the frame has this attribute.
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
