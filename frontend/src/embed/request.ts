import type { HostCommand } from "../core/messages/host-protocol";

/** The kinds of viewers that are shown in a frame of the page. */
export type FrameKind = "embedded" | "ribbon" | "overlay" | "floating";

/**
 * What embed.js asks of embed-frames.js. A browser may run the two in different versions, after a server was updated:
 * add to this interface, and change nothing of it.
 */
export interface Request {
	readonly kind: FrameKind;
	readonly address: string;
	/** Holds the viewer: the page's own element for the kinds within it, else a new one that is not in the page yet. */
	readonly host: Element;
	/** The shadow root of `host`. */
	readonly root: ShadowRoot;
	/** Gets the focus when the viewer closes. */
	readonly focus: Element | null;
	/** Dispatches an event to the page. Returns false where the page prevented what follows from it. */
	readonly tell: (name: string, data: object) => boolean;
	/** Closes the viewer, as its `close` method does. */
	readonly close: () => void;
	/** Returns a new element that says the viewer cannot be shown, with a link that opens it in a new window. */
	readonly excuse: () => HTMLElement;
}

/** A viewer that embed-frames.js shows. */
export interface Shown {
	/** Sends a command. The promise is rejected with a sentence where the viewer does not carry it out. */
	readonly send: (command: HostCommand) => Promise<void>;
	/** Removes the viewer from the page. */
	readonly remove: () => void;
}

/** What embed-frames.js exports. */
export interface Frames {
	readonly show: (request: Request) => Promise<Shown>;
}
