import { pageOfFragment } from "../../core/navigation/page-number";
import type { ViewLocation } from "../../core/navigation/view-location";
import { pageToOpen } from "../../core/session/settings";
import type { Stage } from "../pages/stage";

/** Events that show that the reader has started to navigate. */
const moves = ["wheel", "pointerdown", "keydown"];

/**
 * Goes to the initial location as soon as it is available: the one before a reload, the page in the address, as in
 * `#page=7`, or the profile's. If the reader navigates before that, it does nothing.
 */
export class StartPage {
	readonly #stage: Stage;
	readonly #openedPage: number;
	readonly #kept: ViewLocation | undefined;
	#pending = true;

	constructor(stage: Stage, openedPage: number, kept: ViewLocation | undefined) {
		this.#stage = stage;
		this.#openedPage = openedPage;
		this.#kept = kept;
		for (const move of moves) {
			document.addEventListener(
				move,
				() => {
					this.#pending &&= this.#stage.view.count === 0;
				},
				{ passive: true },
			);
		}
	}

	/** Called when the pages change. `coming` is true while more are expected. */
	show(coming: boolean): void {
		const { count, page } = this.#stage.view;
		if (!this.#pending || count === 0) {
			return;
		}
		if (this.#kept !== undefined && this.#kept.page <= count) {
			this.#pending = false;
			this.#stage.return(this.#kept);
			return;
		}
		const target = pageToOpen(pageOfFragment(window.location.hash) ?? this.#openedPage, count, coming);
		if (target !== undefined) {
			this.#pending = false;
			if (target !== page) {
				this.#stage.goTo(target);
			}
		}
	}

	/** Goes to the page in the address, which has changed. */
	follow(): void {
		const page = pageOfFragment(window.location.hash);
		if (page !== undefined) {
			this.#pending = false;
			this.#stage.goTo(page);
		}
	}
}
