import {
	answerMessage,
	eventMessage,
	type HostCommand,
	parseHostMessage,
	rejectionMessage,
	type ShellCommand,
	shellCommandMessage,
	type ViewerEvent,
} from "../../core/messages/host-protocol";
import type { Command } from "../../core/navigation/keymap";
import { focusPages } from "../widgets/focus-pages";
import { isWithin, type Zoom, type ZoomBounds, zoomIn, zoomOut, type ZoomStep } from "../../core/layout/zoom";

/** The parts of a viewer that the host controls. */
export interface HostedViewer {
	readonly stage: {
		/** The current page, the number of pages (0 until there are any), the zoom factor and its bounds. */
		readonly view: {
			readonly page: number;
			readonly count: number;
			readonly factor: number;
			readonly bounds: ZoomBounds;
		};
		goTo(page: number): void;
		setZoom(zoom: Zoom): void;
	};
	/** Searches; undefined if the viewer cannot search. The result is reported with {@link Host.reportSearch}. */
	search?(query: string): void | Promise<void>;
	/** Prints; undefined if the viewer cannot print. */
	print?(): void;
	/** Performs a command that is usually triggered by a key. */
	press(command: Command): void;
}

/** Matches open elements that handle keys themselves, such as Escape. */
const keyHandlers = "dialog[open], :popover-open";

/**
 * The page that frames the viewer, if any. Messages are accepted only from that page. Events are sent to it only after
 * it has sent `hello`, which reveals its origin.
 */
export class Host {
	/** The origin that messages are sent to; undefined until the host has sent `hello`. */
	#origin: string | undefined;
	#viewer: HostedViewer | undefined;
	#name = "";
	#page = 0;
	#count = 0;
	#expired = false;
	#failed = false;

	constructor() {
		if (window.parent === window) {
			return;
		}
		window.addEventListener("message", (event) => {
			if (event.source === window.parent) {
				void this.#handleMessage(event);
			}
		});
		window.addEventListener("keydown", (event) => {
			const command = shellCommandOf(event);
			if (command !== undefined && isUnused(event)) {
				// The command reveals nothing about the document, so it is sent even before the host's hello.
				window.parent.postMessage(shellCommandMessage(command), this.#origin ?? "*");
			} else if (event.key === "Escape" && isUnused(event)) {
				this.#sendEvent({ name: "closed", data: {} });
			}
		});
		window.addEventListener("focus", () => {
			this.#sendEvent({ name: "focused", data: {} });
		});
		window.parent.postMessage(eventMessage({ name: "hello", data: {} }), "*");
	}

	/** Sets the viewer that executes the host's commands. */
	setViewer(viewer: HostedViewer): void {
		this.#viewer = viewer;
	}

	/** Sets the document's name. */
	setName(name: string): void {
		this.#name = name;
	}

	/** Called when the view may have changed. */
	handleViewChange({ page, count }: HostedViewer["stage"]["view"]): void {
		if (count === 0 || this.#expired || (page === this.#page && count === this.#count)) {
			return;
		}
		const first = this.#count === 0;
		this.#page = page;
		this.#count = count;
		this.#sendEvent(first ? this.#readyEvent() : { name: "pageChanged", data: { page, count } });
	}

	/** Called when a search has finished, whether the reader or the host started it. */
	reportSearch(query: string, hits: number): void {
		this.#sendEvent({ name: "searched", data: { query, hits } });
	}

	/**
	 * Returns a click handler for the pages of a ribbon (a horizontal layout without bars) in a frame. The handler
	 * notifies the host, which decides what a click does. Returns undefined for all other viewers.
	 */
	pageClickHandler(ribbon: boolean): ((page: number) => void) | undefined {
		if (!ribbon || window.parent === window) {
			return undefined;
		}
		return (page) => {
			this.#sendEvent({ name: "pageClicked", data: { page } });
		};
	}

	/** Sets whether the document has failed, so that no pages will be shown. */
	setFailed(failed: boolean): void {
		if (failed && !this.#failed) {
			this.#sendEvent({ name: "failed", data: {} });
		}
		this.#failed = failed;
	}

	/** Called when the session has expired. */
	reportExpired(): void {
		this.#expired = true;
		this.#sendEvent({ name: "expired", data: {} });
	}

	#readyEvent(): ViewerEvent {
		return { name: "ready", data: { page: this.#page, count: this.#count, name: this.#name } };
	}

	#sendEvent(event: ViewerEvent): void {
		this.#post(eventMessage(event));
	}

	#post(message: object): void {
		if (this.#origin !== undefined) {
			window.parent.postMessage(message, this.#origin);
		}
	}

	async #handleMessage(event: MessageEvent<unknown>): Promise<void> {
		const message = parseHostMessage(event.data);
		if (message === undefined) {
			return;
		}
		const { command, id } = message;
		if (command?.name === "hello") {
			this.#acceptOrigin(event.origin);
			return;
		}
		const error = command === undefined ? rejectionMessage(event.data) : await this.#execute(command);
		this.#post(answerMessage({ answer: id, error }));
	}

	/**
	 * Stores the host's origin, and sends the events that have happened before. If the host's origin is opaque,
	 * messages cannot be restricted to it and are sent to any origin.
	 */
	#acceptOrigin(origin: string): void {
		this.#origin = origin === "null" ? "*" : origin;
		if (this.#count > 0) {
			this.#sendEvent(this.#readyEvent());
		}
		if (this.#expired) {
			this.#sendEvent({ name: "expired", data: {} });
		} else if (this.#failed) {
			this.#sendEvent({ name: "failed", data: {} });
		}
	}

	/** Executes a command. Resolves to an error message if it fails. */
	async #execute(command: HostCommand): Promise<string | undefined> {
		const viewer = this.#viewer;
		if (this.#expired) {
			return "The session is over.";
		}
		if (viewer === undefined || viewer.stage.view.count === 0) {
			return "There are no pages yet.";
		}
		switch (command.name) {
			case "goToPage":
				viewer.stage.goTo(command.data.page);
				return undefined;
			case "zoom":
				return zoomTo(viewer, command.data.zoom);
			case "search":
				return searchIn(viewer, command.data.query);
			case "print":
				viewer.print?.();
				return viewer.print === undefined ? "Printing is not possible here." : undefined;
			case "press":
				if (document.querySelector(keyHandlers) === null) {
					viewer.press(command.data.key);
				}
				return undefined;
			case "focus":
				focusPages();
				return undefined;
			case "hello":
				return undefined;
		}
	}
}

function zoomTo({ stage }: HostedViewer, zoom: Zoom | ZoomStep): string | undefined {
	const { factor, bounds } = stage.view;
	if (zoom === "in" || zoom === "out") {
		stage.setZoom(zoom === "in" ? zoomIn(factor) : zoomOut(factor));
		return undefined;
	}
	if (!isWithin(zoom, bounds)) {
		const [smallest, largest] = [bounds.smallest, bounds.largest].map((bound) =>
			Number(bound.toPrecision(3)),
		);
		return `The viewer shows this document at zoom factors from ${smallest} to ${largest}.`;
	}
	stage.setZoom(zoom);
	return undefined;
}

async function searchIn(viewer: HostedViewer, query: string): Promise<string | undefined> {
	if (viewer.search === undefined) {
		return "Searching is not possible here.";
	}
	try {
		await viewer.search(query);
		return undefined;
	} catch {
		return "The search did not come to its end.";
	}
}

/** Returns the command of a key for the window around the viewer; undefined for other keys. */
function shellCommandOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): ShellCommand | undefined {
	const commands: Readonly<Record<string, ShellCommand>> = shiftKey
		? { F: "search", f: "search" }
		: { PageDown: "next", PageUp: "back" };
	return ctrlKey || metaKey ? commands[key] : undefined;
}

/** Reports whether no part of the viewer handles a key. */
function isUnused(event: KeyboardEvent): boolean {
	return !event.defaultPrevented && !event.isComposing && document.querySelector(keyHandlers) === null;
}
