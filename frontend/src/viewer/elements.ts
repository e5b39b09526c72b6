/** The parts of page.html that the script works on. */
export interface Elements {
	readonly stage: HTMLElement;
	readonly pages: HTMLElement;
	readonly title: HTMLElement;
	readonly status: HTMLElement;
	readonly fonts: HTMLElement;
	readonly fontsButton: HTMLButtonElement;
	readonly fontsList: HTMLElement;
	readonly notice: HTMLElement;
	readonly tell: HTMLElement;
	readonly tellClose: HTMLButtonElement;
	readonly panel: HTMLElement;
	readonly panelTitle: HTMLElement;
	readonly panelMessage: HTMLElement;
	readonly controls: readonly HTMLFieldSetElement[];
	readonly previous: HTMLButtonElement;
	readonly next: HTMLButtonElement;
	readonly pageForm: HTMLFormElement;
	readonly pageField: HTMLInputElement;
	readonly pageCount: HTMLElement;
	readonly pageMore: HTMLElement;
	readonly pageHint: HTMLElement;
	readonly zoomOut: HTMLButtonElement;
	readonly zoomIn: HTMLButtonElement;
	readonly zoomValue: HTMLElement;
	readonly zoomChoice: HTMLSelectElement;
	readonly zoomOther: HTMLOptionElement;
	readonly fitWidth: HTMLButtonElement;
	readonly fitPage: HTMLButtonElement;
}

/** Finds the parts. Throws where one is missing: page and script were not built for each other. */
export function findElements(root: Document): Elements {
	function find<T extends HTMLElement>(id: string, kind: new () => T): T {
		const element = root.getElementById(id);
		if (!(element instanceof kind)) {
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
		tell: find("tell", HTMLElement),
		tellClose: find("tell-close", HTMLButtonElement),
		panel: find("panel", HTMLElement),
		panelTitle: find("panel-title", HTMLElement),
		panelMessage: find("panel-message", HTMLElement),
		controls: [find("page-controls", HTMLFieldSetElement), find("zoom-controls", HTMLFieldSetElement)],
		previous: find("previous", HTMLButtonElement),
		next: find("next", HTMLButtonElement),
		pageForm: find("page-form", HTMLFormElement),
		pageField: find("page-field", HTMLInputElement),
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
	};
}
