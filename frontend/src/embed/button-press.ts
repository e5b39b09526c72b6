/** Parts of the events that press an element. */
interface Press extends Event {
	readonly key?: string;
	readonly repeat?: boolean;
	readonly button?: number;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
}

/**
 * Calls `open` whenever an element is pressed, even if it is not a button. With `anyhow`, presses with Ctrl, Cmd or the
 * middle button count, too; otherwise the browser follows a link in a new tab. Returns a function that removes the
 * handlers.
 */
export function handlePresses(element: Element, anyhow: boolean, open: () => void): () => void {
	const press = (event: Event) => {
		const { key, repeat, target, button = 0, ctrlKey, metaKey } = event as Press;
		const counts = anyhow ? button < 2 : !ctrlKey && !metaKey && button === 0;
		if (counts && (!key || (target === element && /^(Enter| )$/.test(key)))) {
			event.preventDefault(); // a link is not followed, a button not pressed twice, and Space does not scroll
			if (!repeat) {
				open(); // once for a key that is held
			}
		}
	};
	const ended = new AbortController();
	const listen = (type: string, listener: (event: Event) => void) => {
		element.addEventListener(type, listener, ended);
	};
	listen("click", press);
	listen("keydown", press);
	if (anyhow) {
		listen("auxclick", press);
		listen("mousedown", (event) => {
			if ((event as MouseEvent).button === 1) {
				event.preventDefault(); // which would begin to scroll
			}
		});
	}
	const added = ["role", "tabindex"].filter((name) => !element.matches(`button, input, a[href], [${name}]`));
	added.forEach((name) => {
		element.setAttribute(name, name === "role" ? "button" : "0");
	});
	return () => {
		ended.abort();
		added.forEach((name) => {
			element.removeAttribute(name);
		});
	};
}
