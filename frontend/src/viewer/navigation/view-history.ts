import { parseViewLocation, type ViewLocation } from "../../core/navigation/view-location";
import type { Presentation } from "./presentation";
import type { Stage } from "../pages/stage";

/** The state of an entry of the browser's history. */
interface Stop {
	/** The number of jumps before this entry. */
	readonly index: number;
	readonly place: ViewLocation;
}

/**
 * The reader's jumps as entries of the browser's history, so that back and forward go through them, and
 * a reload restores the location.
 */
export class ViewHistory {
	readonly #stage: Stage;
	readonly #presentation: Presentation;
	#index: number;
	#last: number;
	/** The location before the page was reloaded. */
	readonly kept: ViewLocation | undefined;

	constructor(stage: Stage, presentation: Presentation) {
		this.#stage = stage;
		this.#presentation = presentation;
		const stop = parseStop(history.state);
		this.kept = stop?.place;
		this.#index = this.#last = stop?.index ?? 0;
		window.addEventListener("popstate", ({ state }: PopStateEvent) => {
			const stop = parseStop(state);
			if (stop !== undefined) {
				this.#index = stop.index;
				this.#last = Math.max(this.#last, stop.index);
				if (presentation.active) {
					this.#stage.goTo(stop.place.page);
				} else {
					this.#stage.return(stop.place);
				}
			}
		});
	}

	/** Whether the reader has returned to this history entry, and its location is restored. */
	get returned(): boolean {
		return parseStop(history.state) !== undefined;
	}

	/** The current location; in a presentation, the location that will be restored when it ends. */
	get #place(): ViewLocation | undefined {
		const { place } = this.#stage;
		const { before } = this.#presentation;
		if (place === undefined || before === undefined) {
			return place;
		}
		const { zoom, arrangement, quarters } = before;
		return { ...place, zoom, arrangement, quarters };
	}

	/** Whether there are jumps to go back or forward to. */
	get ways(): { readonly back: boolean; readonly ahead: boolean } {
		return { back: this.#index > 0, ahead: this.#index < this.#last };
	}

	/** Calls `go`, which moves elsewhere, and adds a history entry. Returns whether the location has changed. */
	jump(go: () => void): boolean {
		this.keep();
		const before = JSON.stringify(this.#place);
		go();
		const place = this.#place;
		if (place === undefined || JSON.stringify(place) === before) {
			return false;
		}
		this.#last = ++this.#index;
		history.pushState({ index: this.#index, place } satisfies Stop, "");
		return true;
	}

	/** Stores the current location, for a reload and for returning to it. */
	keep(): void {
		const place = this.#place;
		if (place !== undefined) {
			history.replaceState({ index: this.#index, place } satisfies Stop, "");
		}
	}

	back(): void {
		if (this.ways.back) {
			history.back();
		}
	}

	ahead(): void {
		if (this.ways.ahead) {
			history.forward();
		}
	}
}

function parseStop(state: unknown): Stop | undefined {
	if (typeof state !== "object" || state === null) {
		return undefined;
	}
	const { index, place } = state as Partial<Stop>;
	const parsed = parseViewLocation(place);
	return parsed !== undefined && Number.isInteger(index)
		? { index: Number(index), place: parsed }
		: undefined;
}
