import type { SessionClient } from "../../api/session";
import type { SizeRun } from "../../core/layout/page-sizes";
import { chosenPage } from "../pages/page-buttons";
import { Stage } from "../pages/stage";

/** The resolution of thumbnails in pixels per point, sharp enough for screens with a high density. */
const pictureScale = 0.4;

/** Loads one thumbnail at a time, because the pages have priority. */
const loading = { parallel: 1, most: 1, patience: 1_000 };

/** The events of the thumbnails. */
export interface ThumbnailEvents {
	/** Called when the reader goes to a page. */
	readonly go: (page: number) => void;
	/** Called when the reader confirms a page, as opposed to passing it with the arrow keys. */
	readonly chosen: () => void;
}

/** The thumbnails in the side panel: a separate stage whose pages are buttons. */
export class Thumbnails {
	readonly #stage: Stage;
	#page = 0;
	#runs: readonly SizeRun[] = [];
	#version = 0;
	#shown = false;

	constructor(pane: HTMLElement, pages: HTMLElement, client: SessionClient, { go, chosen }: ThumbnailEvents) {
		const form = {
			pictures: true,
			text: false,
			pictureScale,
			words: false,
			selectable: false,
			buttons: true,
			mark: "",
		};
		const nothing = () => undefined;
		this.#stage = new Stage(pane, pages, client, form, loading, {
			changed: () => {
				this.#mark();
			},
			reached: nothing,
			busy: nothing,
			preview: nothing,
			over: nothing,
			drawn: nothing,
			rested: nothing,
			retried: nothing,
		});
		pages.addEventListener("click", ({ target }) => {
			const page = chosenPage(target);
			if (page > 0) {
				go(page);
				chosen();
			}
		});
		pane.addEventListener("keydown", (event) => {
			const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
			if (step !== undefined) {
				event.preventDefault();
				event.stopPropagation();
				go(this.#page + step);
				this.#stage.pages.view(this.#page)?.element.focus({ preventScroll: true });
			}
		});
	}

	/** Sets the pages. Their thumbnails are loaded when they become visible. */
	show(runs: readonly SizeRun[], version: number): void {
		this.#runs = runs;
		this.#version = version;
		if (this.#shown) {
			this.#stage.show(runs, version);
			this.#stage.setZoom("width");
			this.#reveal();
		}
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#stage.pages.name(labels);
	}

	/** Called when the thumbnails become visible. */
	appear(): void {
		this.#shown = true;
		this.show(this.#runs, this.#version); // anew: while they were hidden there was no room to lay them out in
	}

	/** Marks the current page, and scrolls to its thumbnail. */
	read(page: number): void {
		if (page !== this.#page) {
			this.#page = page;
			this.#reveal();
		}
	}

	/** Pauses loading while the pages themselves are being loaded. */
	hold(held: boolean): void {
		this.#stage.pages.hold(held);
	}

	/** Returns the thumbnail of a page if it is loaded. */
	pictureOf(page: number): HTMLImageElement | undefined {
		return this.#stage.pages.view(page)?.picture;
	}

	/** Removes all thumbnails. */
	clear(): void {
		this.#stage.clear();
	}

	#reveal(): void {
		if (this.#shown && this.#page > 0 && this.#page <= this.#stage.view.count) {
			this.#stage.reveal(this.#page, 0.5, 0.5);
			this.#mark();
		}
	}

	#mark(): void {
		for (const { page, element } of this.#stage.pages.views) {
			const current = page === this.#page;
			element.tabIndex = current ? 0 : -1;
			element.ariaCurrent = current ? "page" : null;
		}
	}
}
