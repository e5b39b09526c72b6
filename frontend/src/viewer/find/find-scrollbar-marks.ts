import type { Hit } from "../../core/search/hits";
import { nearestMark, type ScrollbarMark, scrollbarMarks } from "../../core/search/scrollbar-marks";
import type { SearchRun } from "./search-run";
import type { Stage } from "../pages/stage";

/** The marks beside the scroll bar that show hits. A click goes to the nearest hit. */
export class FindScrollbarMarks {
	readonly #stageElement: HTMLElement;
	readonly #stage: Stage;
	readonly element = document.createElement("div");
	#marks: readonly ScrollbarMark[] = [];
	/** The values from which the current marks were computed. */
	#inputs: readonly unknown[] = [];

	constructor(stageElement: HTMLElement, stage: Stage, goTo: (hit: Hit) => void) {
		this.#stageElement = stageElement;
		this.#stage = stage;
		this.element.className = "finder-ticks";
		this.element.ariaHidden = "true";
		this.element.hidden = true;
		this.element.addEventListener("click", (event) => {
			const rect = this.element.getBoundingClientRect();
			const offset = this.#stage.layout.isHorizontal ? event.clientX - rect.left : event.clientY - rect.top;
			const hitMark = nearestMark(this.#marks, offset);
			if (hitMark !== undefined) {
				goTo(hitMark);
			}
		});
	}

	/**
	 * Shows the hits of a search; undefined removes the marks. If nothing has changed, the function returns at once.
	 */
	show(run: SearchRun | undefined): void {
		const { layout, view } = this.#stage;
		const { clientWidth, clientHeight, offsetWidth, offsetHeight } = this.#stageElement;
		const length = layout.isHorizontal ? clientWidth : clientHeight;
		const current = run?.cursor.current;
		const inputs = [run, run?.revision, current?.page, current?.index, layout, length];
		if (inputs.every((part, index) => part === this.#inputs[index])) {
			return;
		}
		this.#inputs = inputs;
		this.element.hidden = run === undefined || run.cursor.counts.hits === 0;
		this.element.classList.toggle("across", layout.isHorizontal);
		// Place the marks beside the scroll bar, not over it.
		this.element.style.setProperty(
			"--bar",
			`${layout.isHorizontal ? offsetHeight - clientHeight : offsetWidth - clientWidth}px`,
		);
		this.element.style.setProperty("--length", `${length}px`);
		this.#marks = run === undefined ? [] : this.#makeMarks(run, length, view.quarters);
		this.element.replaceChildren(...this.#makeElements(current));
	}

	#makeMarks(run: SearchRun, length: number, quarters: number): ScrollbarMark[] {
		const { layout } = this.#stage;
		const precise = quarters === 0 && !layout.isHorizontal;
		return scrollbarMarks(run.cursor.counts.pages, layout, length, (page) => {
			const boxes = precise ? run.boxes(page) : undefined;
			const { height } = boxes?.length ? this.#stage.sizes.size(page) : { height: 1 };
			return boxes?.length
				? boxes.map(([box]) => (box === undefined ? 0.5 : clampFraction(box[1] / height)))
				: [0.5];
		});
	}

	#makeElements(current: Hit | undefined): HTMLElement[] {
		const currentMark = this.#marks.findLast(
			({ page, index }) => page === current?.page && index <= current.index,
		);
		return this.#marks.map((hitMark) => {
			const mark = document.createElement("i");
			mark.style.setProperty("--at", `${hitMark.offset}px`);
			mark.classList.toggle("current", hitMark === currentMark);
			return mark;
		});
	}
}

function clampFraction(fraction: number): number {
	return Math.min(Math.max(fraction, 0), 1);
}
