/** Dispatches a viewer's events to the page, and to listeners of scripts. */
export interface Events {
	/** Dispatches an event. Returns false if the page prevented its default action. */
	readonly tell: (name: string, detail: object) => boolean;
	readonly on: SvcView.Viewer["on"];
}

/** Returns the events of a viewer: those of its own and, as `svc-view:<name>`, those of an element. */
export function makeEvents(element: Element): Events {
	const own = new EventTarget(); // an exception in one listener does not stop the others
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
