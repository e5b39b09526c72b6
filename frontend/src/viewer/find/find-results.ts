import type { Hit } from "../../core/search/hits";
import { fillPlaceholders } from "../../core/format/placeholders";
import type { SearchRun } from "./search-run";
import { words } from "../words";

/** The maximum number of rows. Browsers do not draw boxes beyond some millions of pixels. */
const mostRows = 100_000;
/** The number of additional rows above and below the visible ones. */
const spare = 5;
/** The height of a row in rem, as in the style sheet. */
const rowHeight = 4.5;

/** The list of hits with their surrounding text. Only the visible rows are in the DOM. */
export class FindResults {
	readonly #pane: HTMLElement;
	readonly #go: (hit: Hit) => void;
	readonly #list = document.createElement("ol");
	readonly #none = document.createElement("p");
	readonly #rows = new Map<number, HTMLElement>();
	#run: SearchRun | undefined;
	#labels: readonly string[] = [];
	/** The number of the hit that was last scrolled to. */
	#revealed: number | undefined;

	/** `go` is called with the hit that the reader chooses. */
	constructor(pane: HTMLElement, go: (hit: Hit) => void) {
		this.#pane = pane;
		this.#go = go;
		this.#list.className = "finder-results";
		this.#list.ariaLabel = words.results;
		this.#none.className = "side-empty";
		this.#none.textContent = words.searchNone;
		this.#none.hidden = true;
		pane.append(this.#list, this.#none);
		const draw = () => {
			this.#draw();
		};
		pane.addEventListener("scroll", draw, { passive: true });
		new ResizeObserver(draw).observe(pane);
		this.#list.addEventListener("click", ({ target }) => {
			const row = target instanceof Element ? target.closest<HTMLElement>("li") : null;
			const hit = this.#run?.cursor.counts.hit(Number(row?.dataset["number"]));
			if (hit !== undefined) {
				this.#go(hit);
			}
		});
		this.#list.addEventListener("keydown", (event) => {
			this.#key(event);
		});
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#labels = labels;
		this.#clear();
		this.#draw();
	}

	/** Shows the hits that a search has found so far; undefined empties the list. */
	show(run: SearchRun | undefined): void {
		if (run !== this.#run) {
			this.#run = run;
			this.#revealed = undefined;
			this.#pane.scrollTop = 0;
			this.#clear();
		}
		this.#list.style.height = `${this.#count * this.#height}px`;
		const { hits = 0, complete = false } = run?.cursor.progress ?? {};
		this.#list.hidden = hits === 0;
		this.#none.hidden = hits > 0 || !complete;
		this.#reveal();
		this.#draw();
	}

	get #count(): number {
		return Math.min(this.#run?.cursor.counts.hits ?? 0, mostRows);
	}

	/** The height of a row in pixels. */
	get #height(): number {
		return rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
	}

	/** Scrolls to the current hit if it has changed. */
	#reveal(): void {
		const { number } = this.#run?.cursor.progress ?? {};
		if (number !== undefined && number !== this.#revealed && this.#pane.clientHeight > 0) {
			this.#revealed = number;
			this.#scrollTo(number);
		}
	}

	#scrollTo(number: number): void {
		const top = (number - 1) * this.#height;
		const { scrollTop, clientHeight } = this.#pane;
		if (top < scrollTop || top + this.#height > scrollTop + clientHeight) {
			this.#pane.scrollTop = top - (clientHeight - this.#height) / 2;
		}
	}

	#draw(): void {
		const { scrollTop, clientHeight } = this.#pane;
		const run = this.#run;
		if (run === undefined || clientHeight === 0) {
			this.#clear();
			return;
		}
		const first = Math.max(Math.floor(scrollTop / this.#height) + 1 - spare, 1);
		const last = Math.min(Math.ceil((scrollTop + clientHeight) / this.#height) + spare, this.#count);
		for (const [number, row] of this.#rows) {
			if ((number < first || number > last) && !row.contains(document.activeElement)) {
				row.remove();
				this.#rows.delete(number);
			}
		}
		const hits: Hit[] = [];
		for (let number = first; number <= last; number++) {
			const hit = run.cursor.counts.hit(number);
			if (hit !== undefined) {
				this.#place(run, hit, number);
				hits.push(hit);
			}
		}
		this.#markCurrent(first);
		// Hits that have been scrolled out of view by then are not requested.
		void run.askLines(hits).catch(() => undefined);
	}

	/** Adds the row of a hit, and its text when it is known. */
	#place(run: SearchRun, hit: Hit, number: number): void {
		const there = this.#rows.get(number);
		const row = there ?? this.#make(hit, number);
		row.ariaSetSize = String(this.#count);
		const line = row.querySelector(".finder-line");
		const parts = run.line(hit);
		if (line?.childNodes.length === 0 && parts !== undefined) {
			line.append(...parts.map(({ text, hit: own }) => (own ? makeMark(text) : text)));
		}
		if (there === undefined) {
			this.#rows.set(number, row);
			const next = [...this.#rows.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
			this.#list.insertBefore(row, next === undefined ? null : (this.#rows.get(next) ?? null));
		}
	}

	#make({ page }: Hit, number: number): HTMLElement {
		const row = document.createElement("li");
		row.dataset["number"] = String(number);
		row.ariaPosInSet = String(number);
		row.style.top = `${(number - 1) * this.#height}px`;
		const button = document.createElement("button");
		button.type = "button";
		const where = document.createElement("span");
		where.className = "finder-page";
		where.textContent = fillPlaceholders(words.page, { page: this.#labels[page - 1] ?? page });
		const line = document.createElement("span");
		line.className = "finder-line";
		line.dir = "auto";
		button.append(where, line);
		row.append(button);
		return row;
	}

	/** Marks the current hit. Tab moves to it, or to the first row if it is not in the DOM. */
	#markCurrent(first: number): void {
		const { number } = this.#run?.cursor.progress ?? {};
		const entry = number !== undefined && this.#rows.has(number) ? number : first;
		for (const [other, row] of this.#rows) {
			const button = row.querySelector("button");
			if (button !== null) {
				button.ariaCurrent = other === number ? "true" : null;
				button.tabIndex = other === entry || button === document.activeElement ? 0 : -1;
			}
		}
	}

	/** Handles the arrow keys, which move between rows. */
	#key(event: KeyboardEvent): void {
		const row = event.target instanceof Element ? event.target.closest<HTMLElement>("li") : null;
		const at = Number(row?.dataset["number"]);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 1, End: this.#count }[event.key];
		if (to === undefined) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
		const number = Math.min(Math.max(to, 1), this.#count);
		this.#scrollTo(number);
		this.#draw();
		this.#rows.get(number)?.querySelector("button")?.focus({ preventScroll: true });
	}

	#clear(): void {
		for (const row of this.#rows.values()) {
			row.remove();
		}
		this.#rows.clear();
	}
}

function makeMark(text: string): HTMLElement {
	const mark = document.createElement("mark");
	mark.textContent = text;
	return mark;
}
