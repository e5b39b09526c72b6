import type { Hit } from "../../core/search/hits";
import { nearestMark, type ScrollbarMark, scrollbarMarks } from "../../core/search/scrollbar-marks";
import type { SearchRun } from "./search-run";
import type { Stage } from "../pages/stage";

/** The marks beside the scroll bar that show hits. A click goes to the nearest hit. */
export class FindScrollbarMarks {
	readonly #stageElement: HTMLElement;
	readonly #stage: Stage;
	readonly element = document.createElement("div");
	#ticks: readonly ScrollbarMark[] = [];
	/** The inputs from which the current marks were made. */
	#made: readonly unknown[] = [];

	constructor(stageElement: HTMLElement, stage: Stage, go: (hit: Hit) => void) {
		this.#stageElement = stageElement;
		this.#stage = stage;
		this.element.className = "finder-ticks";
		this.element.ariaHidden = "true";
		this.element.hidden = true;
		this.element.addEventListener("click", (event) => {
			const rect = this.element.getBoundingClientRect();
			const at = this.#stage.layout.across ? event.clientX - rect.left : event.clientY - rect.top;
			const tick = nearestMark(this.#ticks, at);
			if (tick !== undefined) {
				go(tick);
			}
		});
	}

	/** Shows the hits of a search; undefined removes the marks. If nothing has changed, it returns at once. */
	show(run: SearchRun | undefined): void {
		const { layout, view } = this.#stage;
		const { clientWidth, clientHeight, offsetWidth, offsetHeight } = this.#stageElement;
		const length = layout.across ? clientWidth : clientHeight;
		const current = run?.cursor.current;
		const made = [run, run?.revision, current?.page, current?.index, layout, length];
		if (made.every((part, index) => part === this.#made[index])) {
			return;
		}
		this.#made = made;
		this.element.hidden = run === undefined || run.cursor.counts.hits === 0;
		this.element.classList.toggle("across", layout.across);
		// Place the marks beside the scroll bar, not over it.
		this.element.style.setProperty(
			"--bar",
			`${layout.across ? offsetHeight - clientHeight : offsetWidth - clientWidth}px`,
		);
		this.element.style.setProperty("--length", `${length}px`);
		this.#ticks = run === undefined ? [] : this.#make(run, length, view.quarters);
		this.element.replaceChildren(...this.#draw(current));
	}

	#make(run: SearchRun, length: number, quarters: number): ScrollbarMark[] {
		const { layout } = this.#stage;
		const precise = quarters === 0 && !layout.across;
		return scrollbarMarks(run.cursor.counts.pages, layout, length, (page) => {
			const boxes = precise ? run.boxes(page) : undefined;
			const { height } = boxes?.length ? this.#stage.sizes.size(page) : { height: 1 };
			return boxes?.length
				? boxes.map(([box]) => (box === undefined ? 0.5 : within(box[1] / height)))
				: [0.5];
		});
	}

	#draw(current: Hit | undefined): HTMLElement[] {
		const own = this.#ticks.findLast(({ page, index }) => page === current?.page && index <= current.index);
		return this.#ticks.map((tick) => {
			const mark = document.createElement("i");
			mark.style.setProperty("--at", `${tick.at}px`);
			mark.classList.toggle("current", tick === own);
			return mark;
		});
	}
}

function within(share: number): number {
	return Math.min(Math.max(share, 0), 1);
}
