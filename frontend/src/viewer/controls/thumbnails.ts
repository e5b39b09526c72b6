import type { SessionClient } from "../../api/session";
import type { SizeRun } from "../../core/layout/page-sizes";
import { pageOfButton } from "../pages/page-buttons";
import { markPaper } from "../pages/paper";
import { Stage } from "../pages/stage";

/** The resolution of thumbnails in pixels per point, sharp enough for screens with a high density. */
const pictureScale = 0.4;

/** Loads one thumbnail at a time, because the pages have priority. */
const loading = { parallel: 1, maxParallel: 1, slowAfter: 1_000 };

/** The events of the thumbnails. */
export interface ThumbnailEvents {
	/** Called when the reader goes to a page. */
	readonly goToPage: (page: number) => void;
	/** Called when the reader chooses a page by click or Enter, but not when the arrow keys move over it. */
	readonly onConfirm: () => void;
}

/** The thumbnails in the side panel: a separate stage whose pages are buttons. */
export class Thumbnails {
	readonly #stage: Stage;
	#page = 0;
	#runs: readonly SizeRun[] = [];
	#version = 0;
	#isShown = false;

	constructor(
		pane: HTMLElement,
		pages: HTMLElement,
		client: SessionClient,
		{ goToPage, onConfirm }: ThumbnailEvents,
	) {
		const form = {
			pictures: true,
			text: false,
			pictureScale,
			words: false,
			selectable: false,
			buttons: true,
			mark: "",
		};
		const noop = () => undefined;
		this.#stage = new Stage({
			element: pane,
			canvas: pages,
			client,
			form,
			loading,
			events: {
				onViewChange: () => {
					this.#markCurrent();
				},
				onResponse: noop,
				onDisconnection: noop,
				onBusyChange: noop,
				previewOf: noop,
				onSessionExpired: noop,
				onPageDrawn: ({ picture }) => {
					if (picture !== undefined) {
						markPaper(picture);
					}
				},
				onScrollEnd: noop,
				onRetry: noop,
			},
		});
		pages.addEventListener("click", ({ target }) => {
			const page = pageOfButton(target);
			if (page > 0) {
				goToPage(page);
				onConfirm();
			}
		});
		pane.addEventListener("keydown", (event) => {
			const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
			if (step !== undefined) {
				event.preventDefault();
				event.stopPropagation();
				goToPage(this.#page + step);
				this.#stage.pages.view(this.#page)?.element.focus({ preventScroll: true });
			}
		});
	}

	/** Sets the pages. Their thumbnails are loaded when they become visible. */
	show(runs: readonly SizeRun[], version: number): void {
		this.#runs = runs;
		this.#version = version;
		if (this.#isShown) {
			this.#stage.show(runs, version);
			this.#stage.setZoom("width");
			this.#revealCurrent();
		}
	}

	/** Sets the labels of the pages. */
	setLabels(labels: readonly string[]): void {
		this.#stage.pages.setLabels(labels);
	}

	/** Called when the pane with the thumbnails becomes visible. */
	handleShown(): void {
		this.#isShown = true;
		this.show(this.#runs, this.#version); // lay out again: while hidden, the pane had no size
	}

	/** Marks the current page, and scrolls to its thumbnail. */
	setCurrentPage(page: number): void {
		if (page !== this.#page) {
			this.#page = page;
			this.#revealCurrent();
		}
	}

	/** Pauses or resumes the loading of thumbnails. Loading is paused while the pages themselves are being loaded. */
	setPaused(paused: boolean): void {
		this.#stage.pages.setPaused(paused);
	}

	/** Repeats the requests of thumbnails that have failed. */
	retry(): void {
		this.#stage.pages.retry();
	}

	/** Returns the thumbnail of a page if it is loaded. */
	pictureOf(page: number): HTMLImageElement | undefined {
		return this.#stage.pages.view(page)?.picture;
	}

	/** Removes all thumbnails. */
	clear(): void {
		this.#stage.clear();
	}

	#revealCurrent(): void {
		if (this.#isShown && this.#page > 0 && this.#page <= this.#stage.view.count) {
			this.#stage.reveal(this.#page, 0.5, 0.5);
			this.#markCurrent();
		}
	}

	#markCurrent(): void {
		for (const { page, element } of this.#stage.pages.views) {
			const current = page === this.#page;
			element.tabIndex = current ? 0 : -1;
			element.ariaCurrent = current ? "page" : null;
		}
	}
}
