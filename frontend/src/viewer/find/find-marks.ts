import type { PageView } from "../pages/page-view";
import type { HitBoxes, SearchRun } from "./search-run";
import type { Stage } from "../pages/stage";

/** The hits that are currently marked on a page. */
interface ShownMarks {
	readonly hits: HitBoxes | undefined;
	readonly current: number;
}

/** Marks hits on the pages in the DOM. */
export class FindMarks {
	readonly #stage: Stage;
	#run: SearchRun | undefined;
	readonly #shownMarks = new WeakMap<PageView, ShownMarks>();
	#isRequestScheduled = false;

	constructor(stage: Stage) {
		this.#stage = stage;
	}

	/** Shows the hits that a search has found so far; undefined removes the marks. */
	show(run: SearchRun | undefined): void {
		this.#run = run;
		for (const view of this.#stage.pages.views) {
			this.mark(view);
		}
	}

	/** Marks the hits of a page. If their positions are not known yet, they are requested. */
	mark(view: PageView): void {
		const run = this.#run;
		const hits = run?.boxes(view.page);
		const { current: currentHit } = run?.cursor ?? {};
		const current = currentHit?.page === view.page ? currentHit.index : -1;
		const shownMarks = this.#shownMarks.get(view);
		if (shownMarks?.hits !== hits || (shownMarks?.current ?? -1) !== current) {
			this.#shownMarks.set(view, { hits, current });
			view.mark(hits?.length ? { hits, current } : undefined);
		}
		if (run !== undefined && hits === undefined) {
			this.#requestBoxes(run);
		}
	}

	/** Requests the hit boxes of all pages in the DOM. Several calls in the same task cause only one request. */
	#requestBoxes(run: SearchRun): void {
		if (this.#isRequestScheduled) {
			return;
		}
		this.#isRequestScheduled = true;
		queueMicrotask(() => {
			this.#isRequestScheduled = false;
			const pages = [...this.#stage.pages.views].map(({ page }) => page).sort((a, b) => a - b);
			// After a failure, the request is repeated when the next page is added to the DOM.
			void run.loadBoxes(pages).catch(() => undefined);
		});
	}
}
