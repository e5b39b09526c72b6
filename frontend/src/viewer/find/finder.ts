import "./finder.css";
import { AnswerError, type SessionClient, SessionOverError, UnreachedError } from "../../api/session";
import type { Hit } from "../../core/search/hits";
import { pageOfFragment } from "../../core/navigation/page-number";
import { searchOfFragment } from "../../core/search/query";
import type { Elements } from "../elements";
import { FindMarks } from "./find-marks";
import { FindPanel } from "./find-panel";
import { FindResults } from "./find-results";
import { FindScrollbarMarks } from "./find-scrollbar-marks";
import { findStatusOf } from "./find-status";
import type { ViewHistory } from "../navigation/view-history";
import type { PageView } from "../pages/page-view";
import { SearchRun, type SearchStart } from "./search-run";
import type { SidePanel } from "../controls/side-panel";
import type { Stage } from "../pages/stage";
import { words } from "../words";

/**
 * The delay in milliseconds from the last key to the start of a search, and between searches while a document is
 * processed.
 */
const typing = 40;
/** The same delay if the server withholds text, because it then limits the number of searches. */
const typingWithheld = 1_000;
const again = 1_000;
/** The maximum length of a selection that becomes the search text, in characters. */
const mostSelected = 100;

/** The parts of the viewer that the search uses. */
export interface FinderParts {
	readonly elements: Elements;
	readonly stage: Stage;
	readonly viewHistory: ViewHistory;
	readonly side: SidePanel;
	readonly client: SessionClient;
	/** Whether the server withholds all text. The search then finds whole words only, and only their positions. */
	readonly withheld: boolean;
	/** Called when a search has finished, with its text and its number of hits. */
	readonly searched: (text: string, hits: number) => void;
	readonly over: () => void;
}

/** The search: runs a query, marks and lists its hits, and moves between them. */
export class Finder {
	readonly #parts: FinderParts;
	readonly #panel: FindPanel;
	readonly #results: FindResults | undefined;
	readonly #ticks: FindScrollbarMarks;
	readonly #marks: FindMarks;
	#run: SearchRun | undefined;
	/** The reason of a failure, for the reader. */
	#failure: string | undefined;
	/** Whether the search failed because the server could not be reached. */
	#cutOff = false;
	/** Whether the first hit is being looked for. Until it is found, the previous marks stay. */
	#looking = false;
	/** The step that waits until more pages are counted. */
	#awaited: 1 | -1 | undefined;
	#typing: number | undefined;
	#again: number | undefined;
	#version = 0;
	#coming = false;
	/** Whether the search has moved away from its starting point. */
	#moved = false;
	/** The search text in the address, until there are pages. */
	#asked = searchOfFragment(window.location.hash);

	constructor(parts: FinderParts) {
		this.#parts = parts;
		const { elements, stage } = parts;
		this.#panel = new FindPanel(!parts.withheld, {
			asked: (now) => {
				this.#schedule(now ? 0 : parts.withheld ? typingWithheld : typing);
			},
			step: (direction) => {
				this.step(direction);
			},
			list: () => {
				parts.side.show("results");
				this.#tell();
			},
			close: () => {
				this.close();
			},
		});
		const jump = (hit: Hit) => {
			this.#moved = true;
			parts.viewHistory.jump(() => {
				this.#go(hit);
			});
			parts.side.yield();
		};
		this.#results = elements.results && new FindResults(elements.results, jump);
		this.#marks = new FindMarks(stage);
		this.#ticks = new FindScrollbarMarks(elements.stage, stage, jump);
		elements.stage.before(this.#panel.element);
		elements.stage.after(this.#ticks.element);
		elements.search?.addEventListener("click", () => {
			if (this.#panel.open) {
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
		const other = selected !== "" && selected !== this.#panel.text;
		const was = this.#panel.open;
		this.#appear(other ? selected : undefined, true);
		if (other || !was) {
			this.#schedule(0);
		}
	}

	/** Opens the panel with a text and searches for it; resolves when all hits are counted. */
	async search(text: string): Promise<void> {
		this.#appear(text, false);
		await this.#start();
	}

	/** Moves to the next (1) or previous (-1) hit, as soon as it is known. */
	step(direction: 1 | -1): void {
		const run = this.#run;
		if (run === undefined || this.#failure !== undefined || run.query.text !== this.#panel.text) {
			this.open();
			this.#schedule(0);
			return;
		}
		if (this.#looking) {
			return;
		}
		const hit = run.cursor.step(direction);
		this.#awaited =
			hit === undefined && run.cursor.countNeededAfter(direction) !== undefined ? direction : undefined;
		if (hit !== undefined) {
			this.#go(hit);
		}
	}

	/** Ends the search and removes all marks. The scroll position stays. */
	close(): void {
		const { elements, side } = this.#parts;
		this.#stop();
		this.#panel.hide(elements.stage);
		this.#marks.show(undefined);
		this.#tell();
		side.hide("results");
		document.body.classList.remove("searching");
		elements.search?.setAttribute("aria-expanded", "false");
	}

	/**
	 * Updates the search after a change of the document. `coming` is true while more pages, or their text, are
	 * expected.
	 */
	show(version: number, coming: boolean): void {
		this.#coming = coming;
		if (this.#asked !== undefined) {
			this.follow();
		} else if (this.#panel.open && version !== this.#version && this.#run !== undefined) {
			void this.#start().catch(() => undefined);
		} else if (this.#run?.cursor.counts.complete === true && this.#failure === undefined) {
			this.#count(this.#run);
		}
		this.#version = version;
	}

	/** Searches for the text in the address, as soon as its page is available. */
	follow(): void {
		this.#asked = searchOfFragment(window.location.hash) ?? this.#asked;
		const { count } = this.#parts.stage.view;
		const page = pageOfFragment(window.location.hash) ?? 1;
		if (this.#asked !== undefined && count > 0 && (page <= count || !this.#coming)) {
			const text = this.#asked;
			this.#asked = undefined;
			void this.search(text).catch(() => undefined);
		}
	}

	/** Called when the server can be reached again: repeats a search that failed for that reason. */
	reached(): void {
		if (this.#cutOff && this.#panel.open) {
			this.#schedule(0);
		}
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#results?.name(labels);
	}

	/** Marks the hits of a page that was added to the DOM. */
	mark(view: PageView): void {
		this.#marks.mark(view);
	}

	/** Updates the marks after a change of the layout. */
	arrange(): void {
		if (this.#panel.open) {
			this.#ticks.show(this.#run);
		}
	}

	#appear(text: string | undefined, focus: boolean): void {
		this.#moved &&= this.#panel.open;
		this.#panel.show(text, focus);
		document.body.classList.add("searching");
		this.#parts.elements.search?.setAttribute("aria-expanded", "true");
	}

	#schedule(delay: number): void {
		window.clearTimeout(this.#typing);
		this.#typing = window.setTimeout(() => {
			void this.#start().catch(() => undefined);
		}, delay);
	}

	#stop(): void {
		window.clearTimeout(this.#typing);
		window.clearTimeout(this.#again);
		this.#run?.stop();
		this.#run = undefined;
		this.#cutOff = this.#looking = false;
		this.#failure = undefined;
		this.#awaited = undefined;
	}

	/** Starts a search for the text of the panel. The previous marks stay until hits are found. */
	async #start(): Promise<void> {
		const start = this.#place;
		const { text, options } = this.#panel;
		this.#stop();
		if (text === "") {
			this.#marks.show(undefined);
			this.#tell();
			return;
		}
		const run = new SearchRun(this.#parts.client, { text, ...options }, !this.#parts.withheld, () => {
			this.#learned(run);
		});
		this.#run = run;
		this.#looking = true;
		try {
			await this.#look(run, start);
			await run.count();
		} catch (error) {
			this.#fail(run, error);
			throw error;
		}
		this.#parts.searched(text, run.cursor.counts.hits);
		this.#awaitMore(run);
	}

	/** Moves to the first hit from a starting point on. */
	async #look(run: SearchRun, start: SearchStart): Promise<void> {
		const hit = await run.first(start);
		if (run.stopped) {
			return;
		}
		this.#looking = false;
		if (hit !== undefined) {
			this.#go(hit);
		}
		this.#marks.show(run);
		this.#tell();
		this.#parts.side.offer("results");
	}

	/** The starting point of a search: the current hit, or else the start of the window. */
	get #place(): SearchStart {
		const { stage } = this.#parts;
		const current = this.#run?.cursor.current;
		const [box] = (current && this.#run?.boxes(current.page)?.[current.index]) ?? [];
		if (current !== undefined) {
			return { page: current.page, y: box?.[1] ?? 0 };
		}
		const { anchor, quarters } = stage.place ?? {};
		const page = stage.view.page;
		return {
			page,
			y: anchor?.page === page && quarters === 0 ? anchor.y * stage.sizes.size(page).height : 0,
		};
	}

	/** Makes a hit the current one, and scrolls to it if it is not visible. */
	#go(hit: Hit): void {
		const run = this.#run;
		if (run === undefined) {
			return;
		}
		run.cursor.moveTo(hit);
		this.#reveal(run, hit);
		this.#marks.show(run);
		this.#tell();
	}

	/** Scrolls to a hit. Its position on the page may arrive a moment later. */
	#reveal(run: SearchRun, hit: Hit): void {
		const { stage, viewHistory } = this.#parts;
		const boxes = run.boxes(hit.page);
		if (boxes === undefined) {
			stage.revealBoxes(hit.page, []);
			const { page } = stage.view;
			void run
				.askBoxes([hit.page])
				.then(() => {
					const left = run.cursor.current !== hit || stage.view.page !== page;
					if (!left && run.boxes(hit.page) !== undefined) {
						this.#go(hit);
					}
				})
				.catch(() => undefined);
			return;
		}
		const reveal = () => {
			stage.revealBoxes(hit.page, boxes[hit.index] ?? []);
		};
		// The first move of a search adds a place to the history that the reader can return to.
		if (this.#moved) {
			reveal();
		} else {
			this.#moved = viewHistory.jump(reveal);
		}
	}

	/** Called when more of a search's results are known. */
	#learned(run: SearchRun): void {
		if (run !== this.#run) {
			return;
		}
		const awaited = this.#awaited;
		if (awaited !== undefined) {
			this.step(awaited);
		}
		if (!this.#looking) {
			this.#marks.show(run);
		}
		this.#tell();
	}

	/** Counts the hits of pages that have become available. */
	#count(run: SearchRun): void {
		run
			.count()
			.then(() => {
				this.#awaitMore(run);
			})
			.catch((error: unknown) => {
				this.#fail(run, error);
			});
	}

	/** Repeats the search after a delay while the text of further pages is expected. */
	#awaitMore(run: SearchRun): void {
		if (run === this.#run && this.#coming) {
			window.clearTimeout(this.#again);
			this.#again = window.setTimeout(() => {
				this.#count(run);
			}, again);
		}
	}

	#fail(run: SearchRun, error: unknown): void {
		if (run !== this.#run) {
			return; // others are searched for by now
		}
		if (error instanceof SessionOverError) {
			this.#parts.over();
			return;
		}
		this.#failure = failureOf(error);
		this.#cutOff = error instanceof UnreachedError;
		this.#tell();
		if (!(error instanceof AnswerError || this.#cutOff)) {
			reportError(error);
		}
	}

	/** Updates everything that shows the state of the search. */
	#tell(): void {
		const run = this.#run;
		this.#panel.tell(findStatusOf(run, this.#parts.stage.view.count, this.#failure));
		this.#ticks.show(run);
		this.#results?.show(run);
	}
}

/** Returns the message about a failed search: the server's own if the reader can act on it. */
function failureOf(error: unknown): string {
	const refused = error instanceof AnswerError && error.status < 500;
	return (refused ? error.told?.text : undefined) ?? words.searchFailed;
}

/** Returns the selected text as one line; empty if nothing is selected, or more than can be searched for. */
function selectedText(pages: HTMLElement): string {
	const selection = document.getSelection();
	if (selection === null || !pages.contains(selection.anchorNode)) {
		return "";
	}
	const text = selection.toString().replace(/\s+/g, " ").trim();
	return text.length <= mostSelected ? text : "";
}
