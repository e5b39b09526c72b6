import { makeEvents } from "./events";
import { makeErrorNotice } from "./error-notice";
import { loadFrames } from "./load-frames";
import type { FrameKind, ShownViewer } from "./request";

/** The options for opening a viewer. */
export interface OpenOptions {
	/** The URL of the server, without a trailing slash. */
	readonly server: string;
	readonly kind: FrameKind;
	readonly address: string;
	/**
	 * The element of the page that contains the viewer, or whose press opens it. It receives the viewer's events.
	 * Without it, a new element receives them.
	 */
	readonly element?: Element | undefined;
	/** The element that receives the focus when the viewer closes. */
	readonly focus: Element | null;
	/** Called for events whose default action the page has not prevented. */
	readonly onEvent?: (name: string, data: object) => void;
}

/** An opened viewer. */
export interface OpenedViewer {
	readonly viewer: SvcView.Viewer;
	/**
	 * Resolves when the viewer is in the page, or when it was closed before that. Rejects if embed-frames.js cannot be
	 * loaded.
	 */
	readonly ready: Promise<void>;
}

/**
 * Opens a viewer in a frame of the page. Commands wait until embed-frames.js is loaded and the first page of the
 * document is shown.
 */
export function openViewer({ server, kind, address, element, focus, onEvent }: OpenOptions): OpenedViewer {
	const isInline = kind === "embedded" || kind === "ribbon";
	const host = isInline && element ? element : document.createElement("div");
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" }); // throws for elements that cannot have content
	const events = makeEvents(element ?? host);
	let closed = false;
	let shown: ShownViewer | undefined;

	const emit = (name: string, data: object): boolean => {
		const proceed = events.emit(name, data);
		if (proceed) {
			onEvent?.(name, data);
		}
		return proceed;
	};
	const close = () => {
		if (!closed) {
			closed = true;
			shown?.remove();
			root.replaceChildren(document.createElement("slot"));
			emit("closed", {});
		}
	};
	const show = async (): Promise<ShownViewer> => {
		const { show } = await loadFrames(server);
		if (!closed) {
			shown = await show({
				kind,
				address,
				host,
				root,
				focus,
				tell: emit,
				close,
				excuse: () => makeErrorNotice(address),
			});
		}
		if (!shown) {
			throw new Error("The viewer has closed.");
		}
		if (closed) {
			shown.remove();
		}
		return shown;
	};

	root.replaceChildren(); // the shadow root hides the element's own content
	const shownViewer = show();
	const ready = shownViewer.then(
		() => undefined,
		(reason: unknown) => {
			if (!closed) {
				root.replaceChildren(makeErrorNotice(address));
				throw reason;
			}
		},
	);
	ready.catch(() => undefined); // callers may ignore the promise
	return { ready, viewer: { element: element ?? host, on: events.on, close, ...commandsOf(shownViewer) } };
}

/** Returns the viewer's commands, by the names that pages use. */
function commandsOf(
	shownViewer: Promise<ShownViewer>,
): Pick<SvcView.Viewer, "goToPage" | "search" | "zoom" | "print"> {
	const send = async (...command: Parameters<ShownViewer["send"]>) => (await shownViewer).send(...command);
	return {
		goToPage: (page) => send({ name: "goToPage", data: { page } }),
		search: (query) => send({ name: "search", data: { query } }),
		zoom: (zoom) => send({ name: "zoom", data: { zoom } }),
		print: () => send({ name: "print", data: {} }),
	};
}
