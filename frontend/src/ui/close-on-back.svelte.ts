/** The interface `CloseWatcher` of browsers that report requests to close, such as the back gesture of Android. */
interface CloseWatcherOfBrowser extends EventTarget {
	destroy(): void;
}

declare global {
	interface Window {
		readonly CloseWatcher?: new () => CloseWatcherOfBrowser;
	}
}

/**
 * Closes a dialog, menu or panel when the user goes back. On Android, the back button or gesture closes only this
 * element. Elsewhere, going back leads to another location of the page, and the element, which belongs to the previous
 * location, closes. Must be called while the component is created.
 */
export function closeOnBack(isOpen: () => boolean, close: () => void): void {
	$effect(() => {
		if (!isOpen()) {
			return undefined;
		}
		const openedAt = location.href;
		// If the address changed just before the element opened, the browser sends the event only now. The element then
		// stays open.
		const onHashChange = () => {
			if (location.href !== openedAt) {
				close();
			}
		};
		const watcher = window.CloseWatcher === undefined ? undefined : new window.CloseWatcher();
		watcher?.addEventListener("close", close);
		window.addEventListener("hashchange", onHashChange);
		return () => {
			watcher?.destroy();
			window.removeEventListener("hashchange", onHashChange);
		};
	});
}
