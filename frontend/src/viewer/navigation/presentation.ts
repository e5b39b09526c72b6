import type { ViewLocation } from "../../core/navigation/view-location";
import type { Stage } from "../pages/stage";

/** Shows one page at a time in full screen. A click, the wheel and the keys turn pages; Escape ends it. */
export class Presentation {
	readonly #element: HTMLElement;
	readonly #stage: Stage;
	#before: ViewLocation | undefined;

	constructor(element: HTMLElement, stage: Stage) {
		this.#element = element;
		this.#stage = stage;
		document.addEventListener("fullscreenchange", () => {
			if (document.fullscreenElement === null) {
				this.end();
			}
		});
		element.addEventListener("click", ({ target }) => {
			if (this.active && !(target instanceof Element && target.closest("a") !== null)) {
				stage.step(1);
			}
		});
		element.addEventListener(
			"wheel",
			(event) => {
				if (this.active && !event.ctrlKey) {
					event.preventDefault();
					this.#wheel(event);
				}
			},
			{ passive: false },
		);
	}

	/** The location before the presentation; undefined if there is no presentation. */
	get before(): ViewLocation | undefined {
		return this.#before;
	}

	get active(): boolean {
		return this.#before !== undefined;
	}

	async begin(): Promise<void> {
		if (this.active) {
			return;
		}
		this.#before = this.#stage.place;
		const { page } = this.#stage.view;
		document.body.classList.add("presenting");
		await enterFullscreen();
		this.#stage.arrange("single");
		this.#stage.setZoom("page");
		this.#stage.goTo(page);
		this.#element.focus({ preventScroll: true });
	}

	end(): void {
		const before = this.#before;
		if (before === undefined) {
			return;
		}
		this.#before = undefined;
		const { page } = this.#stage.view;
		document.body.classList.remove("presenting");
		this.#stage.return(before);
		if (page !== before.page) {
			this.#stage.goTo(page);
		}
		void leaveFullscreen();
	}

	#turned = 0;

	/** Handles the wheel. One turn of the wheel sends many events; events that follow closely turn only one page. */
	#wheel({ deltaY, timeStamp }: WheelEvent): void {
		if (timeStamp - this.#turned > 250 && deltaY !== 0) {
			this.#turned = timeStamp;
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
