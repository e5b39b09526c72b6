import type { Hit } from "../../core/search/hits";
import { fillPlaceholders } from "../../core/format/placeholders";
import type { SearchRun } from "./search-run";
import { translations } from "../translations";

/** The maximum number of rows. Browsers do not draw boxes at offsets of more than some million pixels. */
const maxRows = 100_000;
/** The number of additional rows that are rendered above and below the visible rows. */
const overscan = 5;
/** The height of a row in rem, as in the style sheet. */
const rowHeight = 4.5;

/** The list of hits with their surrounding text. Only the visible rows are in the DOM. */
export class FindResults {
	readonly #pane: HTMLElement;
	readonly #goTo: (hit: Hit) => void;
	readonly #list = document.createElement("ol");
	readonly #rows = new Map<number, HTMLElement>();
	#run: SearchRun | undefined;
	#labels: readonly string[] = [];
	/** The number of the hit that was last scrolled to. */
	#revealedNumber: number | undefined;

	/** `goTo` is called with the hit that the reader chooses. */
	constructor(pane: HTMLElement, goTo: (hit: Hit) => void) {
		this.#pane = pane;
		this.#goTo = goTo;
		this.#list.className = "finder-results";
		this.#list.ariaLabel = translations.results;
		pane.append(this.#list);
		const render = () => {
			this.#renderRows();
		};
		pane.addEventListener("scroll", render, { passive: true });
		new ResizeObserver(render).observe(pane);
		this.#list.addEventListener("click", ({ target }) => {
			const row = target instanceof Element ? target.closest<HTMLElement>("li") : null;
			const hit = this.#run?.cursor.counts.hit(Number(row?.dataset["number"]));
			if (hit !== undefined) {
				this.#goTo(hit);
			}
		});
		this.#list.addEventListener("keydown", (event) => {
			this.#handleKey(event);
		});
	}

	/** Sets the labels of the pages. */
	setLabels(labels: readonly string[]): void {
		this.#labels = labels;
		this.#clear();
		this.#renderRows();
	}

	/** Shows the hits that a search has found so far; undefined empties the list. */
	show(run: SearchRun | undefined): void {
		if (run !== this.#run) {
			this.#run = run;
			this.#revealedNumber = undefined;
			this.#pane.scrollTop = 0;
			this.#clear();
		}
		this.#list.style.height = `${this.#rowCount * this.#rowHeight}px`;
		this.#list.hidden = this.#rowCount === 0;
		this.#revealCurrent();
		this.#renderRows();
	}

	get #rowCount(): number {
		return Math.min(this.#run?.cursor.counts.hits ?? 0, maxRows);
	}

	/** The height of a row in pixels. */
	get #rowHeight(): number {
		return rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
	}

	/** Scrolls to the current hit if it has changed. */
	#revealCurrent(): void {
		const { number } = this.#run?.cursor.progress ?? {};
		if (number !== undefined && number !== this.#revealedNumber && this.#pane.clientHeight > 0) {
			this.#revealedNumber = number;
			this.#scrollTo(number);
		}
	}

	#scrollTo(number: number): void {
		const top = this.#list.offsetTop + (number - 1) * this.#rowHeight;
		const { scrollTop, clientHeight } = this.#pane;
		if (top < scrollTop || top + this.#rowHeight > scrollTop + clientHeight) {
			this.#pane.scrollTop = top - (clientHeight - this.#rowHeight) / 2;
		}
	}

	#renderRows(): void {
		const { scrollTop, clientHeight } = this.#pane;
		const run = this.#run;
		if (run === undefined || clientHeight === 0) {
			this.#clear();
			return;
		}
		const first = Math.max(Math.floor(scrollTop / this.#rowHeight) + 1 - overscan, 1);
		const last = Math.min(Math.ceil((scrollTop + clientHeight) / this.#rowHeight) + overscan, this.#rowCount);
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
				this.#renderRow(run, hit, number);
				hits.push(hit);
			}
		}
		this.#markCurrent(first);
		// A failed request is repeated when the rows are rendered again.
		void run.loadLines(hits).catch(() => undefined);
	}

	/** Adds the row of a hit, and its text when it is known. */
	#renderRow(run: SearchRun, hit: Hit, number: number): void {
		const existing = this.#rows.get(number);
		const row = existing ?? this.#makeRow(hit, number);
		row.ariaSetSize = String(this.#rowCount);
		const line = row.querySelector(".finder-line");
		const parts = run.line(hit);
		if (line?.childNodes.length === 0 && parts !== undefined) {
			line.append(...parts.map(({ text, hit: isHit }) => (isHit ? makeMark(text) : text)));
		}
		if (existing === undefined) {
			this.#rows.set(number, row);
			const next = [...this.#rows.keys()].filter((other) => other > number).sort((a, b) => a - b)[0];
			this.#list.insertBefore(row, next === undefined ? null : (this.#rows.get(next) ?? null));
		}
	}

	#makeRow({ page }: Hit, number: number): HTMLElement {
		const row = document.createElement("li");
		row.dataset["number"] = String(number);
		row.ariaPosInSet = String(number);
		row.style.top = `${(number - 1) * this.#rowHeight}px`;
		const button = document.createElement("button");
		button.type = "button";
		const pageLabel = document.createElement("span");
		pageLabel.className = "finder-page";
		pageLabel.textContent = fillPlaceholders(translations.page, { page: this.#labels[page - 1] ?? page });
		const line = document.createElement("span");
		line.className = "finder-line";
		line.dir = "auto";
		button.append(pageLabel, line);
		row.append(button);
		return row;
	}

	/**
	 * Marks the row of the current hit. The Tab key moves to this row. If it is not in the DOM, the Tab key moves to
	 * the row of the hit with the number `first`.
	 */
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
	#handleKey(event: KeyboardEvent): void {
		const row = event.target instanceof Element ? event.target.closest<HTMLElement>("li") : null;
		const current = Number(row?.dataset["number"]);
		const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 1, End: this.#rowCount }[event.key];
		if (target === undefined) {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
		const number = Math.min(Math.max(target, 1), this.#rowCount);
		this.#scrollTo(number);
		this.#renderRows();
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
