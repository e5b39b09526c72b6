import { parseViewLocation, type ViewLocation } from "../../core/navigation/view-location";
import type { Presentation } from "./presentation";
import type { Stage } from "../pages/stage";

/** The state of an entry of the browser's history. */
interface HistoryState {
	/** The number of jumps before this entry. */
	readonly index: number;
	/**
	 * The location of the reader. Browsers keep stored history entries with the key `place`, so it must not be renamed.
	 */
	readonly place: ViewLocation;
}

/**
 * Stores the reader's jumps as entries of the browser's history, so that back and forward work and a reload restores
 * the location.
 */
export class ViewHistory {
	readonly #stage: Stage;
	readonly #presentation: Presentation;
	#index: number;
	#lastIndex: number;
	/** The location before the page was reloaded. */
	readonly savedLocation: ViewLocation | undefined;

	constructor(stage: Stage, presentation: Presentation) {
		this.#stage = stage;
		this.#presentation = presentation;
		const entry = parseHistoryState(history.state);
		this.savedLocation = entry?.place;
		this.#index = this.#lastIndex = entry?.index ?? 0;
		window.addEventListener("popstate", ({ state }: PopStateEvent) => {
			const entry = parseHistoryState(state);
			if (entry !== undefined) {
				this.#index = entry.index;
				this.#lastIndex = Math.max(this.#lastIndex, entry.index);
				if (presentation.isActive) {
					this.#stage.goTo(entry.place.page);
				} else {
					this.#stage.restore(entry.place);
				}
			}
		});
	}

	/** Whether the current history entry stores a location to restore. */
	get isRestored(): boolean {
		return parseHistoryState(history.state) !== undefined;
	}

	/** The current location. In a presentation, it is the location that is restored when the presentation ends. */
	get #location(): ViewLocation | undefined {
		const { location } = this.#stage;
		const { previousLocation } = this.#presentation;
		if (location === undefined || previousLocation === undefined) {
			return location;
		}
		const { zoom, arrangement, quarters, reflowed } = previousLocation;
		return { ...location, zoom, arrangement, quarters, ...(reflowed !== undefined && { reflowed }) };
	}

	/** Whether the reader can go back, and whether the reader can go forward, to another location. */
	get available(): { readonly back: boolean; readonly forward: boolean } {
		return { back: this.#index > 0, forward: this.#index < this.#lastIndex };
	}

	/**
	 * Calls `go`, which moves to another location, and adds a history entry. Reports whether the location has changed.
	 */
	jump(go: () => void): boolean {
		this.save();
		const before = JSON.stringify(this.#location);
		go();
		const location = this.#location;
		if (location === undefined || JSON.stringify(location) === before) {
			return false;
		}
		this.#lastIndex = ++this.#index;
		history.pushState({ index: this.#index, place: location } satisfies HistoryState, "");
		return true;
	}

	/** Stores the current location in the current history entry. */
	save(): void {
		const location = this.#location;
		if (location !== undefined) {
			history.replaceState({ index: this.#index, place: location } satisfies HistoryState, "");
		}
	}

	back(): void {
		if (this.available.back) {
			history.back();
		}
	}

	forward(): void {
		if (this.available.forward) {
			history.forward();
		}
	}
}

function parseHistoryState(state: unknown): HistoryState | undefined {
	if (typeof state !== "object" || state === null) {
		return undefined;
	}
	const { index, place } = state as Partial<HistoryState>;
	const parsed = parseViewLocation(place);
	return parsed !== undefined && Number.isInteger(index)
		? { index: Number(index), place: parsed }
		: undefined;
}
