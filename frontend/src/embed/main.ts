import { ownServer } from "./server-address";
import { addressOf, type Configuration, parseConfiguration, withProfile } from "./configuration";
import { type Dispose, observeElements } from "./custom-elements";
import { showErrorNotice } from "./error-notice";
import { openExternal } from "./external-link";
import { loadFrames } from "./load-frames";
import { type OpenedViewer, openViewer } from "./open-viewer";
import { handlePresses } from "./button-press";

/** The URL of the server, without a trailing slash. */
const server = ownServer();

/** The viewers that elements show or have opened. */
const viewers = new WeakMap<Element, SvcView.Viewer>();

type WindowKind = "overlay" | "floating";

/** Opens a viewer in a window over the page. */
function openWindow(
	kind: WindowKind,
	configuration: Configuration,
	focus: Element | null,
	element?: Element,
): OpenedViewer {
	const opened = openViewer({ server, kind, address: addressOf(server, configuration), element, focus });
	if (element) {
		viewers.set(element, opened.viewer);
	}
	return opened;
}

/** Shows a viewer in an element. If the viewer is a ribbon, a click on one of its pages opens an overlay. */
function showInElement(kind: "embedded" | "ribbon", element: Element, configuration: Configuration): Dispose {
	const ribbon = kind === "ribbon";
	const shown = ribbon ? withProfile(configuration, { ribbon }) : configuration;
	const onEvent = (name: string, data: object) => {
		if (ribbon && name === "pageClicked") {
			const { page: openedpage } = data as SvcView.Events["pageClicked"];
			const frame = element.shadowRoot?.querySelector("iframe") ?? null;
			openWindow("overlay", withProfile(configuration, { ribbon: false, openedpage }), frame);
		}
	};
	const address = addressOf(server, shown);
	const { viewer, ready } = openViewer({ server, kind, address, element, focus: null, onEvent });
	ready.catch((reason: unknown) => {
		warn(reason, element);
	});
	viewers.set(element, viewer);
	return viewer.close;
}

/**
 * Opens a viewer whenever an element is pressed. If this fails, shows a message with a link that opens the viewer in a
 * new window.
 */
function openOnPress(kind: WindowKind | "external", element: Element, configuration: Configuration): Dispose {
	const external = kind === "external";
	const address = addressOf(server, configuration);
	const open = async () => {
		if (external) {
			openExternal(address);
		} else {
			await openWindow(kind, configuration, element, element).ready;
		}
	};
	if (!external) {
		// Load the script before it is needed. If this fails, the error is reported when the element is pressed.
		loadFrames(server).catch(() => undefined);
	}
	return handlePresses(element, external, () => {
		open().catch((reason: unknown) => {
			warn(reason, element);
			showErrorNotice(address);
		});
	});
}

/** Logs an error and its element to the console, for the author of the page. */
function warn(reason: unknown, element: Element): void {
	// eslint-disable-next-line no-console -- see above
	console.warn(String(reason), element);
}

/** Returns the API method that opens a viewer of a kind. Its promise is rejected if the configuration is invalid. */
function openerOf(kind: WindowKind) {
	return async (options: unknown): Promise<SvcView.Viewer> => {
		const { viewer, ready } = openWindow(kind, parseConfiguration(options), document.activeElement);
		await ready;
		return viewer;
	};
}

/** Creates the global object, and observes the elements of the page that show or open viewers. */
function install(): SvcView.Embed {
	observeElements(
		(kind, element, configuration) =>
			kind === "embedded" || kind === "ribbon"
				? showInElement(kind, element, configuration)
				: openOnPress(kind, element, configuration),
		warn,
	);
	return {
		openOverlay: openerOf("overlay"),
		openFloating: openerOf("floating"),
		openExternal: (options) =>
			new Promise((resolve) => {
				openExternal(addressOf(server, parseConfiguration(options)));
				resolve();
			}),
		find: (element) => viewers.get(element),
	};
}

// If the page loads the script twice, the global object of the first script is kept.
(window as Partial<Window & typeof globalThis>).SvcViewEmbed ??= install();
