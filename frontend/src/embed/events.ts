/** Dispatches a viewer's events to the elements of the page, and to listeners that scripts have added. */
export interface Events {
	/** Dispatches an event. Returns false if the page prevented its default action. */
	readonly emit: (name: string, detail: object) => boolean;
	readonly on: SvcView.Viewer["on"];
}

/**
 * Creates the events of a viewer. Each is dispatched to the viewer's own listeners and, as `svc-view:<name>`, to an
 * element.
 */
export function makeEvents(element: Element): Events {
	// With an event target, an exception in one listener does not stop the others.
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
