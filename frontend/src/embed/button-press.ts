/** The fields that the handlers need from all kinds of events that press an element. */
interface Press extends Event {
	readonly key?: string;
	readonly repeat?: boolean;
	readonly button?: number;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

/**
 * Calls `onPress` whenever an element is pressed with the pointer or the keyboard; the element need not be a button. By
 * default, presses with Ctrl, Cmd or the middle button are ignored, so that the browser can open a link in a new tab.
 * With `anyButton`, they call `onPress`, too. Returns a function that removes the handlers.
 */
export function handlePresses(element: Element, anyButton: boolean, onPress: () => void): () => void {
	const handlePress = (event: Event) => {
		const { key, repeat, target, button = 0, ctrlKey, metaKey } = event as Press;
		const isPress = anyButton ? button < 2 : !ctrlKey && !metaKey && button === 0;
		if (isPress && (!key || (target === element && /^(Enter| )$/.test(key)))) {
			event.preventDefault(); // the browser must not follow a link, or scroll on Space
			if (!repeat) {
				onPress(); // only once while a key is held down
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
