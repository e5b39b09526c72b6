import { percent, type Zoom, zoomIn, zoomOut } from "../../core/layout/zoom";
import type { Elements } from "../elements";
import { PageField } from "./page-field";
import type { View } from "../../core/layout/viewport";
import type { Stage } from "../pages/stage";
import { setText } from "../widgets/message-text";

/** The toolbar: page field and arrows, zoom buttons, zoom list and fits. */
export class Toolbar {
	readonly #elements: Elements;
	readonly #stage: Stage;
	readonly #field: PageField;

	constructor(elements: Elements, stage: Stage, go: (page: number) => void) {
		this.#elements = elements;
		this.#stage = stage;
		this.#field = new PageField(elements, go);
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
			this.#toggle("width");
		});
		fitPage.addEventListener("click", () => {
			this.#toggle("page");
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

	/** Updates the controls from the view of the stage. */
	show(view: View): void {
		const { previous, next, controls, zoomValue, fitWidth, fitPage } = this.#elements;
		for (const group of controls) {
			group.disabled = view.count === 0;
		}
		previous.disabled = view.page <= 1;
		next.disabled = view.last >= view.count;
		this.#field.show(view.page, view.count);
		this.#elements.zoomOut.disabled = view.factor <= view.bounds.smallest;
		this.#elements.zoomIn.disabled = view.factor >= view.bounds.largest;
		setText(zoomValue, percent(view.factor));
		this.#choose(view);
		fitWidth.ariaPressed = String(view.zoom === "width");
		fitPage.ariaPressed = String(view.zoom === "page");
	}

	/** Sets the labels of the pages. */
	name(labels: readonly string[]): void {
		this.#field.name(labels);
	}

	/** Sets whether more pages are coming than the stage shows. */
	expectMore(more: boolean): void {
		this.#field.expectMore(more);
	}

	/**
	 * Selects the zoom in the list. A zoom that is not in the list gets its own entry, which only screen readers
	 * announce.
	 */
	#choose({ zoom, factor }: View): void {
		const { zoomChoice, zoomOther } = this.#elements;
		if (zoomChoice.value === String(zoom) && !zoomOther.selected) {
			return;
		}
		zoomChoice.value = String(zoom);
		if (zoomChoice.selectedIndex < 0 || zoomOther.selected) {
			setText(zoomOther, percent(factor));
			zoomOther.selected = true;
		}
	}

	#toggle(fit: "width" | "page"): void {
		this.#stage.setZoom(this.#stage.view.zoom === fit ? "auto" : fit);
	}
}

function zoomOf(value: string): Zoom {
	return value === "auto" || value === "width" || value === "page" ? value : Number(value);
}
