import type { ViewLocation } from "../../core/navigation/view-location";
import type { Elements } from "../elements";
import type { Stage } from "../pages/stage";
import { focusPages } from "../widgets/focus-pages";
import { PresentationBar } from "./presentation-bar";

/**
 * Shows one page at a time in full screen. A click, the wheel and the keys turn pages. Escape and the close button of
 * the bar end the presentation.
 */
export class Presentation {
	readonly #stage: Stage;
	readonly #bar: PresentationBar;
	#previousLocation: ViewLocation | undefined;

	constructor({ stage: element, previous }: Pick<Elements, "stage" | "previous">, stage: Stage) {
		this.#stage = stage;
		this.#bar = new PresentationBar(previous.parentElement ?? document.body, () => {
			this.stop();
			focusPages();
		});
		document.addEventListener("fullscreenchange", () => {
			if (document.fullscreenElement === null) {
				this.stop();
			}
		});
		element.addEventListener("click", ({ target }) => {
			if (this.isActive && !(target instanceof Element && target.closest("a") !== null)) {
				stage.step(1);
			}
		});
		element.addEventListener(
			"wheel",
			(event) => {
				if (this.isActive && !event.ctrlKey) {
					event.preventDefault();
					this.#handleWheel(event);
				}
			},
			{ passive: false },
		);
	}

	/** The location before the presentation; undefined if there is no presentation. */
	get previousLocation(): ViewLocation | undefined {
		return this.#previousLocation;
	}

	get isActive(): boolean {
		return this.#previousLocation !== undefined;
	}

	async start(): Promise<void> {
		if (this.isActive) {
			return;
		}
		this.#previousLocation = this.#stage.location;
		const { page } = this.#stage.view;
		this.#stage.setReflowed(false);
		document.body.classList.add("presenting");
		await enterFullscreen();
		this.#stage.setArrangement("single");
		this.#stage.setZoom("page");
		this.#stage.goTo(page);
		this.#bar.add();
		focusPages();
	}

	stop(): void {
		const previousLocation = this.#previousLocation;
		if (previousLocation === undefined) {
			return;
		}
		this.#previousLocation = undefined;
		const { page } = this.#stage.view;
		document.body.classList.remove("presenting");
		this.#bar.remove();
		this.#stage.restore(previousLocation);
		if (page !== previousLocation.page) {
			this.#stage.goTo(page);
		}
		void leaveFullscreen();
	}

	#lastWheelTurn = 0;

	/**
	 * Handles the wheel. One movement of the wheel sends many events, so events in quick succession turn only one
	 * page.
	 */
	#handleWheel({ deltaY, timeStamp }: WheelEvent): void {
		if (timeStamp - this.#lastWheelTurn > 250 && deltaY !== 0) {
			this.#lastWheelTurn = timeStamp;
			this.#stage.step(deltaY > 0 ? 1 : -1);
		}
	}
}

/** Enters full screen, if the browser and the framing page allow it. */
export async function enterFullscreen(): Promise<void> {
	// Browsers on phones may not support full screen.
	const page = document.documentElement as Partial<HTMLElement>;
	await page.requestFullscreen?.().catch(() => undefined);
}

/** Leaves full screen. */
export async function leaveFullscreen(): Promise<void> {
	if (document.fullscreenElement !== null) {
		await document.exitFullscreen().catch(() => undefined);
	}
}
