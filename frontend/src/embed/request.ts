import type { HostCommand } from "../core/messages/host-protocol";

/** The kinds of viewers that are shown in a frame of the page. */
export type FrameKind = "embedded" | "ribbon" | "overlay" | "floating";

/**
 * The request of embed.js to embed-frames.js. After an update of the server, a browser may combine different versions
 * of the two scripts. Therefore, members may be added, but existing ones must never change.
 */
export interface Request {
	readonly kind: FrameKind;
	readonly address: string;
	/**
	 * The element that contains the viewer. For the kinds `embedded` and `ribbon`, it is an element of the page;
	 * otherwise, it is a new element that is not in the page yet.
	 */
	readonly host: Element;
	/** The shadow root of `host`. */
	readonly root: ShadowRoot;
	/** The element that receives the focus when the viewer closes. */
	readonly focus: Element | null;
	/** Dispatches an event to the page. Returns false if a listener of the page has called `preventDefault`. */
	readonly tell: (name: string, data: object) => boolean;
	/** Closes the viewer, as its `close` method does. */
	readonly close: () => void;
	/**
	 * Returns a new element with the message that the viewer cannot be shown, and with a link that opens the viewer in
	 * a new window.
	 */
	readonly excuse: () => HTMLElement;
}

/** A viewer that embed-frames.js shows. */
export interface ShownViewer {
	/** Sends a command to the viewer. The promise is rejected with an error message if the viewer cannot execute it. */
	readonly send: (command: HostCommand) => Promise<void>;
	/** Removes the viewer from the page. */
	readonly remove: () => void;
}

/** The exports of embed-frames.js. */
export interface Frames {
	readonly show: (request: Request) => Promise<ShownViewer>;
}
