import { pageOfFragment } from "../../core/navigation/page-number";
import type { ViewLocation } from "../../core/navigation/view-location";
import type { Arrangement } from "../../core/layout/arrangement";
import { pageToOpen, type Settings } from "../../core/session/settings";
import type { Stage } from "../pages/stage";

/** Events that show that the reader has started to navigate. */
const navigationEvents = ["wheel", "pointerdown", "keydown"];

/**
 * Goes to the initial location as soon as its page is available: the location from before a reload, or else the page in
 * the URL's fragment (`#page=7`), or else the page that the profile sets. Does nothing if the reader navigates before
 * that page is available.
 */
export class StartPage {
	readonly #stage: Stage;
	readonly #openedPage: number;
	readonly #savedLocation: ViewLocation | undefined;
	#pending = true;

	constructor(stage: Stage, openedPage: number, savedLocation: ViewLocation | undefined) {
		this.#stage = stage;
		this.#openedPage = openedPage;
		this.#savedLocation = savedLocation;
		for (const eventType of navigationEvents) {
			document.addEventListener(
				eventType,
				() => {
					this.#pending &&= this.#stage.view.count === 0;
				},
				{ passive: true },
			);
		}
	}

	/** Called when the pages change. `morePending` is true while further pages are expected. */
	show(morePending: boolean): void {
		const { count, page } = this.#stage.view;
		if (!this.#pending || count === 0) {
			return;
		}
		if (this.#savedLocation !== undefined && this.#savedLocation.page <= count) {
			this.#pending = false;
			this.#stage.restore(this.#savedLocation);
			return;
		}
		const target = pageToOpen(pageOfFragment(window.location.hash) ?? this.#openedPage, count, morePending);
		if (target !== undefined) {
			this.#pending = false;
			if (target !== page) {
				this.#stage.goTo(target);
			}
		}
	}

	/** Goes to the page in the URL's fragment. Called when the fragment has changed. */
	goToAddress(): void {
		const page = pageOfFragment(window.location.hash);
		if (page !== undefined) {
			this.#pending = false;
			this.#stage.goTo(page);
		}
	}
}

/** Returns the initial arrangement of the pages. */
export function startArrangement({ profile }: Settings): Arrangement {
	switch (profile.output) {
		case "text":
			return "normal"; // reflowed text has only one layout
		case "thumbnails":
			return "poster";
		default:
			return profile.initialLayout;
	}
}
