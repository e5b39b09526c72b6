import { pageOfFragment } from "../../core/navigation/page-number";
import type { ViewLocation } from "../../core/navigation/view-location";
import { pageToOpen } from "../../core/session/settings";
import type { Stage } from "../pages/stage";

/** What a reader does who is at home in the document already. */
const moves = ["wheel", "pointerdown", "keydown"];

/**
 * Goes to where the viewer opens at, as soon as it is there: the place where the reader was before a reload, the page
 * that the address names, as in `#page=7`, or else the profile's. A reader who moves before that stays where they are.
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

	/** Hears that there are other pages than before, and whether more are coming. */
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

	/** Goes to the page that the address names from now on. */
	follow(): void {
		const page = pageOfFragment(window.location.hash);
		if (page !== undefined) {
			this.#pending = false;
			this.#stage.goTo(page);
		}
	}
}
