import type { Elements } from "../elements";

/** Matches windows so narrow that the side panel covers the pages instead of being beside them. */
const narrow = "(width < 640px)";

type SideElements = Pick<Elements, "side" | "sideToggle" | "stage">;

/** The side panel: whether it is open, and which of its panes is shown. */
export class SidePanel {
	readonly #elements: SideElements;
	readonly #shown: (pane: string) => void;
	readonly #tabs: HTMLButtonElement[];

	/** `shown` is called with the id of a pane when it is shown. */
	constructor(elements: SideElements, shown: (pane: string) => void) {
		this.#elements = elements;
		this.#shown = shown;
		const { side, sideToggle } = elements;
		this.#tabs = [...(side?.querySelectorAll<HTMLButtonElement>("[role=tab]") ?? [])];
		for (const tab of this.#tabs) {
			tab.addEventListener("click", () => {
				this.#select(tab);
			});
			tab.addEventListener("keydown", (event) => {
				this.#move(event, tab);
			});
		}
		sideToggle?.addEventListener("click", () => {
			this.toggle(!this.open);
		});
		side?.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && window.matchMedia(narrow).matches) {
				event.preventDefault();
				this.toggle(false);
				sideToggle?.focus();
			}
		});
		elements.stage.addEventListener("pointerdown", () => {
			this.yield();
		});
		const first = this.#visible[0];
		if (first !== undefined) {
			this.#select(first);
		}
		this.#tell();
		this.#follow();
	}

	get open(): boolean {
		const { side } = this.#elements;
		return side !== undefined && side.getClientRects().length > 0;
	}

	/** Opens or closes the panel. */
	toggle(open: boolean): void {
		const { classList } = document.body;
		classList.remove("side-auto");
		classList.toggle("side-open", open);
		this.#tell();
		this.#announce();
	}

	/** Closes the panel if it covers the pages, because the reader has gone to a page. */
	yield(): void {
		const { side, stage } = this.#elements;
		if (this.open && window.matchMedia(narrow).matches) {
			const focused = side?.contains(document.activeElement) === true;
			this.toggle(false);
			if (focused) {
				stage.focus({ preventScroll: true });
			}
		}
	}

	/** Opens the panel with the pane of a tab. */
	show(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab !== undefined) {
			tab.hidden = false;
			this.#select(tab);
			this.toggle(true);
		}
	}

	/** Adds the tab of a pane, and shows the pane if the panel is open. */
	offer(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab?.hidden === true) {
			tab.hidden = false;
			this.#select(tab);
		}
	}

	/** Removes the tab of a pane, and shows another one. */
	hide(id: string): void {
		const tab = this.#tabs.find((other) => other.id === id);
		if (tab === undefined || tab.hidden) {
			return;
		}
		tab.hidden = true;
		const [first] = this.#visible;
		if (tab.ariaSelected === "true" && first !== undefined) {
			this.#select(first);
		}
	}

	/**
	 * Updates the state after the style sheet has opened or closed the panel, because the window became wide or narrow
	 * or the first pages have arrived.
	 */
	#follow(): void {
		const { side } = this.#elements;
		let open = this.open;
		const observer = new ResizeObserver(() => {
			if (this.open !== open) {
				open = this.open;
				this.#tell();
				this.#announce();
			}
		});
		if (side !== undefined) {
			observer.observe(side);
		}
	}

	get #visible(): HTMLButtonElement[] {
		return this.#tabs.filter((tab) => !tab.hidden && getComputedStyle(tab).display !== "none");
	}

	#select(tab: HTMLButtonElement): void {
		for (const other of this.#tabs) {
			const selected = other === tab;
			other.ariaSelected = String(selected);
			other.tabIndex = selected ? 0 : -1;
			const pane = paneOf(other);
			if (pane !== null) {
				pane.hidden = !selected;
			}
		}
		this.#announce();
	}

	#announce(): void {
		const tab = this.#tabs.find((other) => other.ariaSelected === "true");
		if (tab !== undefined && this.open) {
			this.#shown(tab.id);
		}
	}

	#tell(): void {
		if (this.#elements.sideToggle !== undefined) {
			this.#elements.sideToggle.ariaExpanded = String(this.open);
		}
	}

	#move(event: KeyboardEvent, tab: HTMLButtonElement): void {
		const tabs = this.#visible;
		const at = tabs.indexOf(tab);
		const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
			event.key
		];
		const next = to === undefined ? undefined : tabs[to % tabs.length];
		if (next !== undefined) {
			event.preventDefault();
			event.stopPropagation();
			this.#select(next);
			next.focus();
		}
	}
}

function paneOf(tab: HTMLElement): HTMLElement | null {
	return document.getElementById(tab.getAttribute("aria-controls") ?? "");
}
