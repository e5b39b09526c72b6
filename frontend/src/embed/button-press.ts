/** The fields that the handlers need of the different events that press an element. */
interface Press extends Event {
	readonly key?: string;
	readonly repeat?: boolean;
	readonly button?: number;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

/**
 * Calls `open` whenever an element is pressed by pointer or keyboard, even if it is not a button. By default, presses
 * with Ctrl, Cmd or the middle button do not count, so that the browser opens a link in a new tab; with `anyButton`,
 * they count. Returns a function that removes the handlers.
 */
export function handlePresses(element: Element, anyButton: boolean, open: () => void): () => void {
	const handlePress = (event: Event) => {
		const { key, repeat, target, button = 0, ctrlKey, metaKey } = event as Press;
		const isPress = anyButton ? button < 2 : !ctrlKey && !metaKey && button === 0;
		if (isPress && (!key || (target === element && /^(Enter| )$/.test(key)))) {
			event.preventDefault(); // do not follow a link, press a button a second time, or scroll the page by Space
			if (!repeat) {
				open(); // not again while a key is held down
			}
		}
	};
	const controller = new AbortController();
	const listen = (type: string, listener: (event: Event) => void) => {
		element.addEventListener(type, listener, controller);
	};
	listen("click", handlePress);
	listen("keydown", handlePress);
	if (anyButton) {
		listen("auxclick", handlePress);
		listen("mousedown", (event) => {
			if ((event as MouseEvent).button === 1) {
				event.preventDefault(); // prevents scrolling by the middle button
			}
		});
	}
	const addedAttributes = ["role", "tabindex"].filter(
		(name) => !element.matches(`button, input, a[href], [${name}]`),
	);
	addedAttributes.forEach((name) => {
		element.setAttribute(name, name === "role" ? "button" : "0");
	});
	return () => {
		controller.abort();
		addedAttributes.forEach((name) => {
			element.removeAttribute(name);
		});
	};
}
