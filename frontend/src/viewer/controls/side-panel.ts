import type { Elements } from "../elements";
import { focusPages } from "../widgets/focus-pages";
import { isRightToLeft } from "../translations";
import { narrowWindow } from "../widgets/narrow-window";

type SideElements = Pick<Elements, "side" | "sideToggle">;

/** The side panel, which can be opened and closed, and shows one of several panes. */
export class SidePanel {
	readonly #elements: SideElements;
	readonly #onPaneShown: (pane: string) => void;
	readonly #tabs: HTMLButtonElement[];

	/** `onPaneShown` is called with the id of a pane when it is shown. */
	constructor(elements: SideElements, onPaneShown: (pane: string) => void) {
		this.#elements = elements;
		this.#onPaneShown = onPaneShown;
		const { side, sideToggle } = elements;
		this.#tabs = [...(side?.querySelectorAll<HTMLButtonElement>("[role=tab]") ?? [])];
		for (const tab of this.#tabs) {
			tab.addEventListener("click", () => {
				this.#selectTab(tab);
			});
			tab.addEventListener("keydown", (event) => {
				this.#handleKey(event, tab);
			});
		}
		sideToggle?.addEventListener("click", () => {
			const opens = !this.isOpen;
			this.toggle(opens);
			if (!opens) {
				focusPages();
			}
		});
		side?.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && window.matchMedia(narrowWindow).matches) {
				event.preventDefault();
				this.toggle(false);
				focusPages();
			}
		});
		side?.addEventListener("click", ({ target }) => {
			if (target === side) {
				this.closeIfCovering(); // the content fills the panel, so the click was on the darkened pages beside it
			}
		});
		const first = this.#visibleTabs[0];
		if (first !== undefined) {
			this.#selectTab(first);
		}
		this.#updateToggle();
		this.#observeSize();
	}

	get isOpen(): boolean {
		const { side } = this.#elements;
		return side !== undefined && side.getClientRects().length > 0;
	}

	/** Opens or closes the panel. */
	toggle(open: boolean): void {
		const { classList } = document.body;
		classList.remove("side-auto");
		classList.toggle("side-open", open);
		this.#updateToggle();
		this.#notifyShown();
	}

	/** Closes the panel if it covers the pages, as in a narrow window. Called when the reader has gone to a page. */
	closeIfCovering(): void {
		const { side } = this.#elements;
		if (this.isOpen && window.matchMedia(narrowWindow).matches) {
			const focused = side?.contains(document.activeElement) === true;
			this.toggle(false);
			if (focused) {
				focusPages();
			}
		}
	}

	/** Opens the panel with the pane of a tab. */
	show(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab !== undefined) {
			tab.hidden = false;
			this.#selectTab(tab);
			this.toggle(true);
		}
	}

	/** Adds the tab of a pane, and shows the pane if the panel is open. */
	addTab(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab?.hidden === true) {
			tab.hidden = false;
			this.#selectTab(tab);
		}
	}

	/** Removes the tab of a pane. If the pane was shown, another pane is shown instead. */
	removeTab(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab === undefined || tab.hidden) {
			return;
		}
		tab.hidden = true;
		const [first] = this.#visibleTabs;
		if (tab.ariaSelected === "true" && first !== undefined) {
			this.#selectTab(first);
		}
	}

	/**
	 * Observes the panel, which the style sheet shows or hides when the window becomes wide or narrow or when the first
	 * pages arrive, and updates the state of the panel.
	 */
	#observeSize(): void {
		const { side } = this.#elements;
		let open = this.isOpen;
		const observer = new ResizeObserver(() => {
			if (this.isOpen !== open) {
				open = this.isOpen;
				this.#updateToggle();
				this.#notifyShown();
			}
		});
		if (side !== undefined) {
			observer.observe(side);
		}
	}

	get #visibleTabs(): HTMLButtonElement[] {
		return this.#tabs.filter((tab) => !tab.hidden && getComputedStyle(tab).display !== "none");
	}

	#selectTab(tab: HTMLButtonElement): void {
		for (const other of this.#tabs) {
			const selected = other === tab;
			other.ariaSelected = String(selected);
			other.tabIndex = selected ? 0 : -1;
			const pane = paneOf(other);
			if (pane !== null) {
				pane.hidden = !selected;
			}
		}
		this.#notifyShown();
	}

	#notifyShown(): void {
		const tab = this.#tabs.find((other) => other.ariaSelected === "true");
		if (tab !== undefined && this.isOpen) {
			this.#onPaneShown(tab.id);
		}
	}

	#updateToggle(): void {
		if (this.#elements.sideToggle !== undefined) {
			this.#elements.sideToggle.ariaExpanded = String(this.isOpen);
		}
	}

	#handleKey(event: KeyboardEvent, tab: HTMLButtonElement): void {
		const tabs = this.#visibleTabs;
		const index = tabs.indexOf(tab);
		const previous = index - 1 + tabs.length;
		const target = {
			ArrowRight: isRightToLeft ? previous : index + 1,
			ArrowLeft: isRightToLeft ? index + 1 : previous,
			Home: 0,
			End: tabs.length - 1,
		}[event.key];
		const next = target === undefined ? undefined : tabs[target % tabs.length];
		if (next !== undefined) {
			event.preventDefault();
			event.stopPropagation();
			this.#selectTab(next);
			next.focus();
		}
	}
}

function paneOf(tab: HTMLElement): HTMLElement | null {
	return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}
