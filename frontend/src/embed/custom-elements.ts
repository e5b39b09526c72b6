import { type Configuration, configurationOf } from "./configuration";

/** The kinds of elements, by the ends of their classes' names. */
const kinds = ["embedded", "ribbon", "overlay", "floating", "external"] as const;
export type Kind = (typeof kinds)[number];

const prefix = "svc-view-viewer-";

/** Stops using an element in its current form. */
export type Use = () => void;

/** Starts using an element. */
export type Begin = (kind: Kind, element: Element, configuration: Configuration) => Use;

/** An element in use, with its class and attributes, to detect changes. */
interface Used {
	readonly as: string;
	readonly use: Use | undefined;
}

/** Observes elements as they are added, changed and removed. `warn` is called for one that cannot be used. */
export function observeElements(begin: Begin, warn: (reason: unknown, element: Element) => void): void {
	const all = new Map<Element, Used>();

	/** Updates the use of an element to its current class and attributes. */
	const check = (element: Element) => {
		const kind = kinds.find((name) => element.isConnected && element.classList.contains(prefix + name));
		const configuration = configurationOf(element.attributes);
		const as = kind && JSON.stringify([kind, configuration]);
		const used = all.get(element);
		if (used?.as === as) {
			return;
		}
		used?.use?.();
		all.delete(element);
		if (kind && as) {
			let use: Use | undefined;
			try {
				if (!configuration) {
					throw new Error("data-session-id is missing");
				}
				use = begin(kind, element, configuration); // throws of one that can hold nothing, such as a picture
			} catch (error) {
				warn(error, element);
			}
			all.set(element, { as, use });
		}
	};
	const search = (root: ParentNode) => {
		root.querySelectorAll(`[class*=${prefix}]`).forEach(check);
	};

	new MutationObserver((records) => {
		for (const { target, attributeName, addedNodes } of records) {
			if (/^(class|data-.*)$/.test(attributeName ?? "")) {
				check(target as Element);
			}
			for (const node of addedNodes) {
				if (node instanceof Element) {
					check(node);
					search(node);
				}
			}
		}
		for (const element of all.keys()) {
			if (!element.isConnected) {
				check(element);
			}
		}
	}).observe(document, { subtree: true, childList: true, attributes: true });
	search(document);
}
