import { type Configuration, configurationOf } from "./configuration";

/** The kinds of elements. The CSS class of an element ends with its kind. */
const kinds = ["embedded", "ribbon", "overlay", "floating", "external"] as const;
export type Kind = (typeof kinds)[number];

const prefix = "svc-view-viewer-";

/** Stops showing or opening a viewer for an element, and removes everything that was added to the element. */
export type Dispose = () => void;

/** Shows a viewer in the element, or opens one when the element is pressed, depending on the kind. */
export type StartElement = (kind: Kind, element: Element, configuration: Configuration) => Dispose;

/**
 * An element that shows or opens a viewer. `key` identifies its kind and its configuration, so that changes are
 * detected.
 */
interface ElementUse {
	readonly key: string;
	readonly dispose: Dispose | undefined;
}

/**
 * Starts a viewer, or handles presses, for each element of the page that has a suitable class and a session id.
 * Elements that are added, changed or removed later are observed. `warn` is called if an element cannot be used.
 */
export function observeElements(
	startElement: StartElement,
	warn: (reason: unknown, element: Element) => void,
): void {
	const usedElements = new Map<Element, ElementUse>();

	/**
	 * Starts, restarts or stops showing or opening a viewer for an element, depending on the element's current class
	 * and attributes.
	 */
	const updateElement = (element: Element) => {
		const kind = kinds.find((name) => element.isConnected && element.classList.contains(prefix + name));
		const configuration = configurationOf(element.attributes);
		const key = kind && JSON.stringify([kind, configuration]);
		const current = usedElements.get(element);
		if (current?.key === key) {
			return;
		}
		current?.dispose?.();
		usedElements.delete(element);
		if (kind && key) {
			let dispose: Dispose | undefined;
			try {
				if (!configuration) {
					throw new Error("data-session-id is missing");
				}
				// Throws if the element cannot have content, such as an image.
				dispose = startElement(kind, element, configuration);
			} catch (error) {
				warn(error, element);
			}
			usedElements.set(element, { key, dispose });
		}
	};
	const updateElements = (root: ParentNode) => {
		root.querySelectorAll(`[class*=${prefix}]`).forEach(updateElement);
	};

	new MutationObserver((records) => {
		for (const { target, attributeName, addedNodes } of records) {
			if (/^(class|data-.*)$/.test(attributeName ?? "")) {
				updateElement(target as Element);
			}
			for (const node of addedNodes) {
				if (node instanceof Element) {
					updateElement(node);
					updateElements(node);
				}
			}
		}
		for (const element of usedElements.keys()) {
			if (!element.isConnected) {
				updateElement(element);
			}
		}
	}).observe(document, { subtree: true, childList: true, attributes: true });
	updateElements(document);
}
