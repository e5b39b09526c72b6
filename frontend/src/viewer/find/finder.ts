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

/** Milliseconds after a key before a search begins, and while a document is processed, before it is looked for more. */
const typing = 40;
/** The same where every text that is searched for counts, as no text is given and few are allowed. */
const typingWithheld = 1_000;
const again = 1_000;
/** Characters of a selection that are searched for. */
const mostSelected = 100;

/** What the search works on. */
export interface FinderParts {
	readonly elements: Elements;
	readonly stage: Stage;
	readonly viewHistory: ViewHistory;
	readonly side: SidePanel;
	readonly client: SessionClient;
	/** A search is over: what was searched for, and how many hits there are. */
	/** No text leaves the server: whole words are found, and only where they are. */
	readonly withheld: boolean;
	readonly searched: (text: string, hits: number) => void;
	readonly over: () => void;
}

/** The search: takes words, marks where they are, lists them, and goes from one to the next. */
export class Finder {
	readonly #parts: FinderParts;
	readonly #panel: FindPanel;
	readonly #results: FindResults | undefined;
	readonly #ticks: FindScrollbarMarks;
	readonly #marks: FindMarks;
	#run: SearchRun | undefined;
	/** Why the search has failed, for the reader. */
	#failure: string | undefined;
	/** It failed because the server could not be reached. */
	#cutOff = false;
	/** The first hit is being looked for: until it is there, what was marked before stays. */
	#looking = false;
	/** A step that waits until more is counted. */
	#awaited: 1 | -1 | undefined;
	#typing: number | undefined;
	#again: number | undefined;
	#version = 0;
	#coming = false;
	/** Whether the search has left the place where it began. */
	#moved = false;
	/** What the address asks for, until there are pages. */
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

	/** Opens the panel with what is selected, as for typing. */
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

	/** Opens the panel with a text and searches for that; resolves when all is counted. */
	async search(text: string): Promise<void> {
		this.#appear(text, false);
		await this.#start();
	}

	/** Goes to the next (1) or previous (-1) hit, as soon as that is known. */
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

	/** Ends the search: nothing is marked any more. The pages stay where they are. */
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

	/** Hears what there is of the document by now, and whether more is coming: pages, or their text. */
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

	/** Searches for what the address asks for, as soon as its page is there. */
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

	/** The server answers: a search that did not reach it is done again. */
	reached(): void {
		if (this.#cutOff && this.#panel.open) {
			this.#schedule(0);
		}
	}

	/** The pages have names of their own from now on. */
	name(labels: readonly string[]): void {
		this.#results?.name(labels);
	}

	/** Marks what was found on a page that has come into the DOM. */
	mark(view: PageView): void {
		this.#marks.mark(view);
	}

	/** Follows pages that lie otherwise than before. */
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

	/** Searches anew for what the panel has. What was marked stays until something else is found. */
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

	/** Goes to the first hit from a place on. */
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

	/** Where a search begins: at the hit that the reader is at, or else where the window begins. */
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

	/** Goes to a hit: brings it into sight where it is not, and marks it as the current one. */
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

	/** Brings a hit into sight; where it is on its page may only be known a moment later. */
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
		// The first move of a search leaves a place that the reader can go back to.
		if (this.#moved) {
			reveal();
		} else {
			this.#moved = viewHistory.jump(reveal);
		}
	}

	/** More is known of a search. */
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

	/** Counts what has come since. */
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

	/** Looks again after a while where the text of further pages is coming. */
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

	/** Tells how the search stands, wherever that shows. */
	#tell(): void {
		const run = this.#run;
		this.#panel.tell(findStatusOf(run, this.#parts.stage.view.count, this.#failure));
		this.#ticks.show(run);
		this.#results?.show(run);
	}
}

/** What a reader is told of a search that failed: what the server says where that can be acted on. */
function failureOf(error: unknown): string {
	const refused = error instanceof AnswerError && error.status < 500;
	return (refused ? error.told?.text : undefined) ?? words.searchFailed;
}

/** What is selected on the pages, as one line; empty where nothing is, or more than anybody looks for. */
function selectedText(pages: HTMLElement): string {
	const selection = document.getSelection();
	if (selection === null || !pages.contains(selection.anchorNode)) {
		return "";
	}
	const text = selection.toString().replace(/\s+/g, " ").trim();
	return text.length <= mostSelected ? text : "";
}
