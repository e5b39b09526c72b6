/** The elements of page.html that the script uses. */
export type Elements = ReturnType<typeof findElements>;

/**
 * Finds the elements. Throws if one is missing, which means that the page and the script come from different builds.
 */
export function findElements(root: Document) {
	function search<T extends HTMLElement>(id: string, kind: new () => T): T | undefined {
		const element = root.getElementById(id);
		return element instanceof kind ? element : undefined;
	}
	function find<T extends HTMLElement>(id: string, kind: new () => T): T {
		const element = search(id, kind);
		if (element === undefined) {
			throw new Error(`the page has no ${kind.name} #${id}`);
		}
		return element;
	}
	return {
		stage: find("stage", HTMLElement),
		pages: find("pages", HTMLElement),
		title: find("title", HTMLElement),
		status: find("status", HTMLElement),
		fonts: find("fonts", HTMLElement),
		fontsButton: find("fonts-button", HTMLButtonElement),
		fontsList: find("fonts-list", HTMLElement),
		notice: find("notice", HTMLElement),
		notification: find("notification", HTMLElement),
		notificationClose: find("notification-close", HTMLButtonElement),
		panel: find("panel", HTMLElement),
		panelTitle: find("panel-title", HTMLElement),
		panelMessage: find("panel-message", HTMLElement),
		controls: ["page-controls", "zoom-controls", "tools"].map((id) => find(id, HTMLFieldSetElement)),
		previous: find("previous", HTMLButtonElement),
		next: find("next", HTMLButtonElement),
		pageForm: find("page-form", HTMLFormElement),
		pageField: find("page-field", HTMLInputElement),
		pageNumber: find("page-number", HTMLElement),
		pageCount: find("page-count", HTMLElement),
		pageMore: find("page-more", HTMLElement),
		pageHint: find("page-hint", HTMLElement),
		zoomOut: find("zoom-out", HTMLButtonElement),
		zoomIn: find("zoom-in", HTMLButtonElement),
		zoomValue: find("zoom-value", HTMLElement),
		zoomChoice: find("zoom-choice", HTMLSelectElement),
		zoomOther: find("zoom-other", HTMLOptionElement),
		fitWidth: find("fit-width", HTMLButtonElement),
		fitPage: find("fit-page", HTMLButtonElement),
		layout: find("layout", HTMLButtonElement),
		fullscreen: find("fullscreen", HTMLButtonElement),
		more: find("more", HTMLButtonElement),
		/** This element and the ones below are undefined if the profile disables them. */
		readingView: search("reading-view", HTMLButtonElement),
		search: search("search", HTMLButtonElement),
		print: search("print", HTMLButtonElement),
		download: search("download", HTMLAnchorElement),
		side: search("side", HTMLElement),
		sideToggle: search("thumbnails-toggle", HTMLButtonElement),
		thumbnails: search("thumbnails-pane", HTMLElement),
		thumbnailPages: search("thumbnails-pages", HTMLElement),
		outline: search("outline-pane", HTMLElement),
		results: search("results-pane", HTMLElement),
		ribbonLeft: search("ribbon-left", HTMLButtonElement),
		ribbonRight: search("ribbon-right", HTMLButtonElement),
	};
}
