import type { SessionClient } from "../../api/session";
import type { SizeRun } from "../../core/layout/page-sizes";
import { chosenPage } from "../pages/page-buttons";
import { Stage } from "../pages/stage";

/** Pixels that a point of a page has in its thumbnail: enough for a sharp one on a fine screen. */
const pictureScale = 0.4;

/** One at a time: the pages themselves go first. */
const loading = { parallel: 1, most: 1, patience: 1_000 };

/** What thumbnails tell. */
export interface ThumbnailEvents {
	/** A reader goes to a page. */
	readonly go: (page: number) => void;
	/** It is the one that was looked for: not one on the way there by keys. */
	readonly chosen: () => void;
}

/** The thumbnails beside the pages: a stage of its own, of pages that are buttons. */
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

	/** Has thumbnails of these pages, as soon as they are to be seen. */
	show(runs: readonly SizeRun[], version: number): void {
		this.#runs = runs;
		this.#version = version;
		if (this.#shown) {
			this.#stage.show(runs, version);
			this.#stage.setZoom("width");
			this.#reveal();
		}
	}

	/** The pages have names of their own from now on. */
	name(labels: readonly string[]): void {
		this.#stage.pages.name(labels);
	}

	/** They are to be seen from now on. */
	appear(): void {
		this.#shown = true;
		this.show(this.#runs, this.#version); // anew: while they were hidden there was no room to lay them out in
	}

	/** Marks the page that is read, and brings it into sight. */
	read(page: number): void {
		if (page !== this.#page) {
			this.#page = page;
			this.#reveal();
		}
	}

	/** Loads nothing while the pages themselves are being loaded. */
	hold(held: boolean): void {
		this.#stage.pages.hold(held);
	}

	/** The thumbnail of a page, where there is one now. */
	pictureOf(page: number): HTMLImageElement | undefined {
		return this.#stage.pages.view(page)?.picture;
	}

	/** Takes all away. */
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
