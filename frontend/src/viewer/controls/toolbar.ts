import { formatPercent, type Zoom, zoomIn, zoomOut } from "../../core/layout/zoom";
import type { Elements } from "../elements";
import { PageField } from "./page-field";
import type { View } from "../../core/layout/view";
import type { Stage } from "../pages/stage";
import { setText } from "../widgets/message-text";

/**
 * The toolbar: the page field and its arrows, the zoom buttons and the zoom list, and the buttons that fit pages to the
 * window.
 */
export class Toolbar {
	readonly #elements: Elements;
	readonly #stage: Stage;
	readonly #field: PageField;

	constructor(elements: Elements, stage: Stage, goTo: (page: number) => void) {
		this.#elements = elements;
		this.#stage = stage;
		this.#field = new PageField(elements, goTo);
		const { previous, next, fitWidth, fitPage, zoomChoice } = elements;
		previous.addEventListener("click", () => {
			stage.step(-1);
		});
		next.addEventListener("click", () => {
			stage.step(1);
		});
		elements.zoomIn.addEventListener("click", () => {
			this.zoomIn();
		});
		elements.zoomOut.addEventListener("click", () => {
			this.zoomOut();
		});
		fitWidth.addEventListener("click", () => {
			this.#toggleFit("width");
		});
		fitPage.addEventListener("click", () => {
			this.#toggleFit("page");
		});
		zoomChoice.addEventListener("change", () => {
			stage.setZoom(zoomOf(zoomChoice.value));
		});
	}

	zoomIn(): void {
		this.#stage.setZoom(zoomIn(this.#stage.view.factor));
	}

	zoomOut(): void {
		this.#stage.setZoom(zoomOut(this.#stage.view.factor));
	}

	/** Shows the page number, the zoom and the possible actions for the part of the document that the stage shows. */
	show(view: View): void {
		const { previous, next, controls, zoomValue, fitWidth, fitPage } = this.#elements;
		for (const group of controls) {
			group.disabled = view.count === 0;
		}
		previous.disabled = view.page <= 1;
		next.disabled = view.lastInRow >= view.count;
		this.#field.show(view.page, view.count);
		this.#elements.zoomOut.disabled = view.factor <= view.bounds.smallest;
		this.#elements.zoomIn.disabled = view.factor >= view.bounds.largest;
		setText(zoomValue, formatPercent(view.factor));
		this.#selectZoom(view);
		fitWidth.ariaPressed = String(view.zoom === "width");
		fitPage.ariaPressed = String(view.zoom === "page");
	}

	/** Returns the label of a page, or its number. */
	labelOf(page: number): string {
		return this.#field.labelOf(page);
	}

	/** Sets the labels of the pages. */
	setLabels(labels: readonly string[]): void {
		this.#field.setLabels(labels);
	}

	/** Sets whether more pages are expected than the stage shows. */
	setExpectsMore(expectsMore: boolean): void {
		this.#field.setExpectsMore(expectsMore);
	}

	/**
	 * Selects the zoom in the list. A zoom that is not in the list is selected as a separate entry, which only screen
	 * readers announce.
	 */
	#selectZoom({ zoom, factor }: View): void {
		const { zoomChoice, zoomOther } = this.#elements;
		if (zoomChoice.value === String(zoom) && !zoomOther.selected) {
			return;
		}
		zoomChoice.value = String(zoom);
		if (zoomChoice.selectedIndex < 0 || zoomOther.selected) {
			setText(zoomOther, formatPercent(factor));
			zoomOther.selected = true;
		}
	}

	#toggleFit(fit: "width" | "page"): void {
		this.#stage.setZoom(this.#stage.view.zoom === fit ? "auto" : fit);
	}
}

function zoomOf(value: string): Zoom {
	return value === "auto" || value === "width" || value === "page" ? value : Number(value);
}
