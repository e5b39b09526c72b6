/** Dispatches the events of a viewer to an element of the page, and to the listeners that scripts have added. */
export interface Events {
	/** Dispatches an event. Returns false if a listener of the page has called `preventDefault`. */
	readonly emit: (name: string, detail: object) => boolean;
	readonly on: SvcView.Viewer["on"];
}

/**
 * Creates the events of a viewer. Each event is dispatched to the viewer's listeners and, as `svc-view:<name>`, to an
 * element.
 */
export function makeEvents(element: Element): Events {
	// An event target calls the listeners, because an exception in one of them then does not stop the others.
	const target = new EventTarget();
	return {
		emit: (name, detail) => {
			target.dispatchEvent(new CustomEvent(name, { detail }));
			return element.dispatchEvent(
				new CustomEvent(`svc-view:${name}`, { bubbles: true, cancelable: true, detail }),
			);
		},
		on: (eventName, callback) => {
			const listener = (event: Event) => {
				callback((event as CustomEvent<Parameters<typeof callback>[0]>).detail);
			};
			target.addEventListener(eventName, listener);
			return () => {
				target.removeEventListener(eventName, listener);
			};
		},
	};
}
