import { formatRoute, type LibrarySearch, parseRoute, type Route } from "../core/navigation/route";
import { readStoredTabs, type StoredTab, storeTabs } from "./stored-tabs";

/**
 * The purpose for which a document is opened: to go to a page and highlight the hits of a search, to print, or to
 * change the zoom.
 */
export type Purpose =
	| { readonly page: number; readonly search?: string }
	| { readonly print: true }
	| { readonly zoom: "in" | "out" | "auto" };

/** The tab of an open document. */
export interface Tab extends StoredTab {
	/**
	 * The purpose for which the document was opened last. Each opening creates a new object, so that the same purpose
	 * takes effect again.
	 */
	readonly purpose?: Purpose;
}

/**
 * The current location of the window, and its open tabs. The location is part of the page's address, so that the back
 * and forward buttons of the browser work. The tabs are stored, so that they are still open after a reload.
 */
export class Navigation {
	route: Route = $state.raw(parseRoute(location.hash));
	#tabs: readonly Tab[] = $state.raw(readStoredTabs());
	/** The last location that was not a document. The first tab leads to it. */
	home: Route = $state.raw({ page: "library", section: { kind: "all" } });

	/**
	 * Increases whenever the visible content must take the focus: when the location changes, and when a tab is closed,
	 * because the tab's close button had the focus.
	 */
	focusRequests = $state(0);
	/**
	 * The id of the document that was opened from the results of a search; undefined once another location is shown.
	 */
	#openedFromSearch: string | undefined;

	/**
	 * An action that another component has requested: to focus the search field or the list of documents, or to start a
	 * new collection. The component that performs the action sets the property to undefined. The list may appear later,
	 * for example because the library was empty when its first document was opened.
	 */
	pendingAction: "search" | "list" | "collection" | undefined = $state();

	/** The open sheet in a narrow window: the list of the library's sections, or the list of further pages. */
	sheet: "sections" | "more" | undefined = $state();

	/** The open tabs, in their order. */
	get tabs(): readonly Tab[] {
		return this.#tabs;
	}

	#setTabs(tabs: readonly Tab[]): void {
		this.#tabs = tabs;
		storeTabs(tabs);
	}

	/** The title of the window, with the name of the document that is shown. */
	get title(): string {
		const { route } = this;
		const name = route.page === "document" ? this.tabs.find(({ id }) => id === route.id)?.name : undefined;
		return name ? `${name} — Lectern` : "Lectern";
	}

	/** Goes to the library, and focuses its search field. */
	search(): void {
		if (this.home.page !== "library" || this.route.page === "document") {
			this.goTo(this.home.page === "library" ? this.home : { page: "library", section: { kind: "all" } });
		}
		this.pendingAction = "search";
	}

	/** Goes to the library, and starts a new collection. */
	newCollection(): void {
		this.goTo(this.home);
		this.pendingAction = "collection";
	}

	/** Updates the location whenever the address changes. Returns a function that stops these updates. */
	followAddress(): () => void {
		const readAddress = () => {
			this.#setRoute(parseRoute(location.hash));
		};
		readAddress();
		window.addEventListener("hashchange", readAddress);
		return () => {
			window.removeEventListener("hashchange", readAddress);
		};
	}

	goTo(route: Route): void {
		location.hash = formatRoute(route);
		this.#setRoute(route);
	}

	/**
	 * Shows the results of a search in the library, or ends the search if `search` is undefined. If a search is shown
	 * already, its location in the browser's history is replaced, so that going back leads to the location before the
	 * search.
	 */
	setSearch(search: LibrarySearch | undefined): void {
		const { home } = this;
		const section = home.page === "library" ? home.section : ({ kind: "all" } as const);
		const route: Route = { page: "library", section, search };
		if (home.page === "library" && home.search !== undefined) {
			this.replace(route);
		} else {
			this.goTo(route);
		}
	}

	/** Goes to a location that replaces the current one in the history of the browser. */
	replace(route: Route): void {
		history.replaceState(history.state, "", formatRoute(route));
		this.#setRoute(route);
	}

	/** Opens a document in a new tab, or goes to its existing tab. */
	open({ id, name }: Pick<Tab, "id" | "name">, purpose?: Purpose): void {
		const tab: Tab = { id, name, ...(purpose === undefined ? {} : { purpose }) };
		const isOpen = this.tabs.some((other) => other.id === id);
		this.#setTabs(
			isOpen
				? this.tabs.map((other) => (other.id === id && purpose !== undefined ? tab : other))
				: [...this.tabs, tab],
		);
		const { route } = this;
		this.#openedFromSearch = route.page === "library" && route.search !== undefined ? id : undefined;
		this.goTo({ page: "document", id });
	}

	/**
	 * Closes a tab. If it was the current tab, goes to the search results from which its document was opened, or else
	 * to the neighboring tab, or else to the library.
	 */
	close(id: string): void {
		const index = this.tabs.findIndex((tab) => tab.id === id);
		if (index < 0) {
			return;
		}
		this.#setTabs(this.tabs.filter((tab) => tab.id !== id));
		this.focusRequests++;
		if (this.route.page === "document" && this.route.id === id) {
			const next = id === this.#openedFromSearch ? undefined : (this.tabs[index] ?? this.tabs[index - 1]);
			this.goTo(next === undefined ? this.home : { page: "document", id: next.id });
		}
	}

	rename(id: string, name: string): void {
		this.#setTabs(this.tabs.map((tab) => (tab.id === id ? { ...tab, name } : tab)));
	}

	/** Moves a tab to another index. */
	move(id: string, newIndex: number): void {
		const moved = this.tabs.find((tab) => tab.id === id);
		if (moved !== undefined) {
			const others = this.tabs.filter((tab) => tab !== moved);
			this.#setTabs([...others.slice(0, newIndex), moved, ...others.slice(newIndex)]);
		}
	}

	#setRoute(route: Route): void {
		if (formatRoute(route) !== formatRoute(this.route)) {
			this.focusRequests++;
			this.sheet = undefined;
		}
		this.route = route;
		if (route.page !== "document" || route.id !== this.#openedFromSearch) {
			this.#openedFromSearch = undefined;
		}
		if (route.page !== "document") {
			this.home = route;
		} else if (!this.tabs.some(({ id }) => id === route.id)) {
			this.#setTabs([...this.tabs, { id: route.id, name: "" }]);
		}
	}
}
