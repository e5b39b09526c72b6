import "./finder.css";
import { ResponseError, type SessionClient, SessionExpiredError, UnreachableError } from "../../api/session";
import type { Hit } from "../../core/search/hits";
import { pageOfFragment } from "../../core/navigation/page-number";
import { searchOfFragment } from "../../core/search/query";
import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";
import { FindMarks } from "./find-marks";
import { FindPanel } from "./find-panel";
import { FindResults } from "./find-results";
import { FindScrollbarMarks } from "./find-scrollbar-marks";
import { failureMessage, findStatusOf } from "./find-status";
import type { ViewHistory } from "../navigation/view-history";
import type { PageView } from "../pages/page-view";
import { SearchRun, type SearchStart } from "./search-run";
import { startPointOf } from "./search-start";
import { selectedText } from "./selected-text";
import type { SidePanel } from "../controls/side-panel";
import type { Stage } from "../pages/stage";

/** The time in milliseconds between the last key press and the start of a search. */
const typingDelay = 40;
/**
 * The typing delay, in milliseconds, for a document whose text the server withholds. The delay is longer because the
 * server limits the number of searches in such a document.
 */
const typingDelayWithheld = 1_000;
/** The time in milliseconds between searches while the document is being processed. */
const recountDelay = 1_000;

/** The parts of the viewer that the search uses. */
export interface FinderParts {
	readonly elements: Elements;
	readonly stage: Stage;
	readonly viewHistory: ViewHistory;
	readonly side: SidePanel;
	readonly client: SessionClient;
	/**
	 * Whether the server withholds all text. A search then finds whole words only, and returns only their positions.
	 */
	readonly withheld: boolean;
	/** Called when a search has finished, with its text and its number of hits. */
	readonly onSearched: (text: string, hits: number) => void;
	readonly onSessionExpired: () => void;
}

/** The search: runs a query, marks and lists its hits, and moves between them. */
export class Finder {
	readonly #parts: FinderParts;
	readonly #panel: FindPanel;
	readonly #results: FindResults | undefined;
	readonly #scrollbarMarks: FindScrollbarMarks;
	readonly #marks: FindMarks;
	#run: SearchRun | undefined;
	/** The message for the reader if the search has failed. */
	#failure: string | undefined;
	/** Whether the search failed because the server could not be reached. */
	#isUnreachable = false;
	/** Whether the first hit has not been found yet. Until then, the marks of the previous search stay. */
	#findsFirstHit = false;
	/** The direction of a step that waits until more pages are counted. */
	#pendingStep: 1 | -1 | undefined;
	#startTimer: number | undefined;
	#recountTimer: number | undefined;
	#version = 0;
	#expectsMore = false;
	/** Whether the search has already moved to a hit. Only its first move adds a history entry. */
	#hasMoved = false;
	/** The search text from the URL's fragment; undefined once the search for this text has started. */
	#addressQuery = searchOfFragment(window.location.hash);

	constructor(parts: FinderParts) {
		this.#parts = parts;
		const { elements, stage } = parts;
		this.#panel = new FindPanel(!parts.withheld, {
			onQueryChange: (immediate) => {
				this.#schedule(immediate ? 0 : parts.withheld ? typingDelayWithheld : typingDelay);
			},
			onStep: (direction) => {
				this.step(direction);
			},
			onShowList: () => {
				parts.side.show("results");
				this.#update();
			},
			onClose: () => {
				this.close();
			},
		});
		const jumpTo = (hit: Hit) => {
			this.#hasMoved = true;
			parts.viewHistory.jump(() => {
				this.#goTo(hit);
			});
			parts.side.closeIfCovering();
		};
		this.#results = elements.results && new FindResults(elements.results, jumpTo);
		this.#marks = new FindMarks(stage);
		this.#scrollbarMarks = new FindScrollbarMarks(elements.stage, stage, jumpTo);
		elements.stage.before(this.#panel.element);
		elements.stage.after(this.#scrollbarMarks.element);
		elements.search?.addEventListener("click", () => {
			if (this.#panel.isOpen) {
				this.close();
			} else {
				this.open();
			}
		});
	}

	/** Opens the panel with the selected text, ready for typing. */
	open(): void {
		if (this.#parts.stage.view.count === 0 || document.body.classList.contains("presenting")) {
			return;
		}
		const selected = selectedText(this.#parts.elements.pages);
		const isNew = selected !== "" && selected !== this.#panel.text;
		const wasOpen = this.#panel.isOpen;
		this.#showPanel(isNew ? selected : undefined, true);
		if (isNew || !wasOpen) {
			this.#schedule(0);
		}
	}

	/**
	 * Opens the panel with a text and searches for it; resolves when all hits are counted. The search comes from the
	 * URL or from the host page. Moving to its first hit is part of opening the document there, so it adds no history
	 * entry, and going back leaves the document.
	 */
	async search(text: string): Promise<void> {
		this.#showPanel(text, false);
		this.#hasMoved = true;
		await this.#start();
	}

	/** Moves to the next (1) or previous (-1) hit. If this hit is not known yet, moves to it once it is found. */
	step(direction: 1 | -1): void {
		const run = this.#run;
		if (run === undefined || this.#failure !== undefined || run.query.text !== this.#panel.text) {
			this.open();
			this.#schedule(0);
			return;
		}
		if (this.#findsFirstHit) {
			return;
		}
		const hit = run.cursor.step(direction);
		this.#pendingStep =
			hit === undefined && run.cursor.countNeededAfter(direction) !== undefined ? direction : undefined;
		if (hit !== undefined) {
			this.#goTo(hit);
		}
	}

	/** Ends the search, removes all marks, and moves the focus to the pages. The scroll position does not change. */
	close(): void {
		const { elements, side } = this.#parts;
		this.#reset();
		this.#panel.hide();
		this.#marks.show(undefined);
		this.#update();
		side.removeTab("results");
		document.body.classList.remove("searching");
		elements.search?.setAttribute("aria-expanded", "false");
		focusPages();
	}

	/**
	 * Updates the search after a change of the document. `expectsMore` is true while more pages, or their text, are
	 * expected.
	 */
	show(version: number, expectsMore: boolean): void {
		this.#expectsMore = expectsMore;
		if (this.#addressQuery !== undefined) {
			this.searchFromAddress();
		} else if (this.#panel.isOpen && version !== this.#version && this.#run !== undefined) {
			void this.#start().catch(() => undefined);
		} else if (this.#run?.cursor.counts.complete === true && this.#failure === undefined) {
			this.#countMore(this.#run);
		}
		this.#version = version;
	}

	/**
	 * Starts the search for the text in the URL's fragment, as soon as the page that the fragment names is available.
	 */
	searchFromAddress(): void {
		this.#addressQuery = searchOfFragment(window.location.hash) ?? this.#addressQuery;
		const { count } = this.#parts.stage.view;
		const page = pageOfFragment(window.location.hash) ?? 1;
		if (this.#addressQuery !== undefined && count > 0 && (page <= count || !this.#expectsMore)) {
			const text = this.#addressQuery;
			this.#addressQuery = undefined;
			void this.search(text).catch(() => undefined);
		}
	}

	/**
	 * Repeats a search that failed because the server could not be reached. Called when the server can be reached
	 * again.
	 */
	handleReconnect(): void {
		if (this.#isUnreachable && this.#panel.isOpen) {
			this.#schedule(0);
		}
	}

	/** Sets the labels of the pages. */
	setLabels(labels: readonly string[]): void {
		this.#results?.setLabels(labels);
	}

	/** Marks the hits of a page that was added to the DOM. */
	mark(view: PageView): void {
		this.#marks.mark(view);
	}

	/** Updates the marks after a change of the layout. */
	handleLayoutChange(): void {
		if (this.#panel.isOpen) {
			this.#scrollbarMarks.show(this.#run);
		}
	}

	#showPanel(text: string | undefined, focus: boolean): void {
		this.#hasMoved &&= this.#panel.isOpen;
		this.#panel.show(text, focus);
		document.body.classList.add("searching");
		this.#parts.elements.search?.setAttribute("aria-expanded", "true");
	}

	#schedule(delay: number): void {
		window.clearTimeout(this.#startTimer);
		this.#startTimer = window.setTimeout(() => {
			void this.#start().catch(() => undefined);
		}, delay);
	}

	#reset(): void {
		window.clearTimeout(this.#startTimer);
		window.clearTimeout(this.#recountTimer);
		this.#run?.stop();
		this.#run = undefined;
		this.#isUnreachable = this.#findsFirstHit = false;
		this.#failure = undefined;
		this.#pendingStep = undefined;
	}

	/** Starts a search for the text of the panel. The previous marks stay until hits are found. */
	async #start(): Promise<void> {
		const start = startPointOf(this.#parts.stage, this.#run);
		const { text, options } = this.#panel;
		this.#reset();
		if (text === "") {
			this.#marks.show(undefined);
			this.#update();
			return;
		}
		const run = new SearchRun(this.#parts.client, { text, ...options }, !this.#parts.withheld, () => {
			this.#handleProgress(run);
		});
		this.#run = run;
		this.#findsFirstHit = true;
		try {
			await this.#goToFirstHit(run, start);
			await run.count();
		} catch (error) {
			this.#handleFailure(run, error);
			throw error;
		}
		this.#parts.onSearched(text, run.cursor.counts.hits);
		this.#awaitMore(run);
	}

	/** Moves to the first hit at or after a starting point. */
	async #goToFirstHit(run: SearchRun, start: SearchStart): Promise<void> {
		const hit = await run.findFirst(start);
		if (run.stopped) {
			return;
		}
		this.#findsFirstHit = false;
		if (hit !== undefined) {
			this.#goTo(hit);
		}
		this.#marks.show(run);
		this.#update();
		this.#parts.side.addTab("results");
	}

	/** Makes a hit the current one, and scrolls to it if it is not visible. */
	#goTo(hit: Hit): void {
		const run = this.#run;
		if (run === undefined) {
			return;
		}
		run.cursor.moveTo(hit);
		this.#reveal(run, hit);
		this.#marks.show(run);
		this.#update();
	}

	/**
	 * Scrolls to a hit. If the hit's position on the page is not known yet, scrolls to the page first, and to the hit
	 * when its position arrives.
	 */
	#reveal(run: SearchRun, hit: Hit): void {
		const { stage, viewHistory } = this.#parts;
		const boxes = run.boxes(hit.page);
		if (boxes === undefined) {
			stage.revealBoxes(hit.page, []);
			const { page } = stage.view;
			void run
				.loadBoxes([hit.page])
				.then(() => {
					const hasMoved = run.cursor.current !== hit || stage.view.page !== page;
					if (!hasMoved && run.boxes(hit.page) !== undefined) {
						this.#goTo(hit);
					}
				})
				.catch(() => undefined);
			return;
		}
		const reveal = () => {
			stage.revealBoxes(hit.page, boxes[hit.index] ?? []);
		};
		// The first move of a search adds a history entry, so that the reader can return to the place before the
		// search.
		if (this.#hasMoved) {
			reveal();
		} else {
			this.#hasMoved = viewHistory.jump(reveal);
		}
	}

	/** Called when more of a search's results are known. */
	#handleProgress(run: SearchRun): void {
		if (run !== this.#run) {
			return;
		}
		const pendingStep = this.#pendingStep;
		if (pendingStep !== undefined) {
			this.step(pendingStep);
		}
		if (!this.#findsFirstHit) {
			this.#marks.show(run);
		}
		this.#update();
	}

	/** Counts the hits of pages that have become available. */
	#countMore(run: SearchRun): void {
		run
			.count()
			.then(() => {
				this.#awaitMore(run);
			})
			.catch((error: unknown) => {
				this.#handleFailure(run, error);
			});
	}

	/**
	 * Schedules another search of the pages that are not counted yet, as long as the text of further pages is expected.
	 */
	#awaitMore(run: SearchRun): void {
		if (run === this.#run && this.#expectsMore) {
			window.clearTimeout(this.#recountTimer);
			this.#recountTimer = window.setTimeout(() => {
				this.#countMore(run);
			}, recountDelay);
		}
	}

	#handleFailure(run: SearchRun, error: unknown): void {
		if (run !== this.#run) {
			return; // another search has replaced it
		}
		if (error instanceof SessionExpiredError) {
			this.#parts.onSessionExpired();
			return;
		}
		this.#failure = failureMessage(error);
		this.#isUnreachable = error instanceof UnreachableError;
		this.#update();
		if (!(error instanceof ResponseError || this.#isUnreachable)) {
			reportError(error);
		}
	}

	/** Updates everything that shows the state of the search. */
	#update(): void {
		const run = this.#run;
		this.#panel.showStatus(findStatusOf(run, this.#parts.stage.view.count, this.#failure));
		this.#scrollbarMarks.show(run);
		this.#results?.show(run);
	}
}
