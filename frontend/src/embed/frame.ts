import { commandMessage, parseViewerMessage, type ViewerEvent } from "../core/protocol";
import { type Commands, makeCommands } from "./commands";
import { documentWord, lost, make, windowLink } from "./make";

/** Milliseconds until a viewer that does not say hello is given up: at all, and after its frame has loaded something. */
const patience = 20_000;
const patienceLoaded = 3_000;

/** A viewer, and what ends it when its frame is taken out of the page. */
export interface Framed {
	readonly viewer: SvcView.Viewer;
	readonly frame: HTMLIFrameElement;
	readonly end: () => void;
}

/**
 * Shows the viewer at an address in a frame within `root`. Events are those of `element`; `heard`
 * gets those that the page has not taken care of, `leave` takes the viewer out of the page.
 */
export function showFrame(
	element: Element,
	root: HTMLElement,
	address: string,
	leave: () => void,
	heard: (event: ViewerEvent) => void,
): Framed {
	const frame = make("iframe", "frame");
	const { origin } = new URL(address);
	const post = (message: object) => {
		frame.contentWindow?.postMessage(message, origin);
	};
	const commands = makeCommands(post);
	const { tell, on } = makeTeller(element);
	const offer = make("div", "lost", make("p", "", lost), windowLink(address, ""));
	let timer: ReturnType<typeof setTimeout> | undefined;
	let waits = true;
	let over = false;

	/** Waits for the viewer to say hello. Else a window of its own is offered, which nothing on the way to a frame forbids. */
	const expectHello = (time: number) => {
		clearTimeout(timer);
		if (waits) {
			timer = setTimeout(() => {
				root.append(offer);
				commands.end(lost);
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

	frame.title = documentWord;
	// A page on the web asks its reader before it reaches this machine or its network.
	frame.allow = "fullscreen;clipboard-write;local-network;loopback-network";
	frame.onload = () => {
		expectHello(patienceLoaded);
	};
	frame.src = address;
	addEventListener("message", hear);
	root.append(frame);
	expectHello(patience);

	const end = () => {
		expectNothing();
		removeEventListener("message", hear);
		commands.end("The viewer has closed.");
		if (!over) {
			over = true;
			tell("closed", {});
		}
	};
	return { frame, end, viewer: { element, on, close: leave, ...commandsOf(commands) } };
}

/** The commands by the names that the page has for them. */
function commandsOf(commands: Commands): Pick<SvcView.Viewer, "goToPage" | "search" | "zoom" | "print"> {
	const { send } = commands;
	return {
		goToPage: (page) => send({ name: "goToPage", data: { page } }),
		search: (query) => send({ name: "search", data: { query } }),
		zoom: (zoom) => send({ name: "zoom", data: { zoom } }),
		print: () => send({ name: "print", data: {} }),
	};
}

/** What tells the page of events, each by its function and by an event of the element. */
function makeTeller(element: Element): {
	/** False where the page takes care of what comes of it. */
	readonly tell: (name: string, detail: object) => boolean;
	readonly on: SvcView.Viewer["on"];
} {
	const own = new EventTarget(); // which lets no listener stop what comes after it
	return {
		tell: (name, detail) => {
			own.dispatchEvent(new CustomEvent(name, { detail }));
			return element.dispatchEvent(
				new CustomEvent(`svc-view:${name}`, { bubbles: true, cancelable: true, detail }),
			);
		},
		on: (wanted, take) => {
			const listener = (event: Event) => {
				take((event as CustomEvent<Parameters<typeof take>[0]>).detail);
			};
			own.addEventListener(wanted, listener);
			return () => {
				own.removeEventListener(wanted, listener);
			};
		},
	};
}
