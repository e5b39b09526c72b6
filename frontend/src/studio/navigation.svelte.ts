import { formatRoute, parseRoute, type Route } from "../core/route";

/** Where in a document to go. */
export interface Place {
	readonly page: number;
	/** What to mark there. */
	readonly search?: string;
}

/** An open document's tab. */
export interface Tab {
	readonly id: string;
	readonly name: string;
	/** Where to go in it; another object each time that it is asked for. */
	readonly place?: Place;
}

/** Where the window is, and what it has open. Places have addresses: back and forward lead through them. */
export class Navigation {
	route: Route = $state.raw(parseRoute(location.hash));
	tabs: readonly Tab[] = $state.raw([]);
	/** The last place that is no document: where the tab of the library leads to. */
	home: Route = $state.raw({ page: "library", shelf: { kind: "all" } });

	/** What a person wants to do next, until the part of the window that it is for has begun it. */
	wish: "search" | "collection" | undefined = $state();

	/** Leads to the library's search. */
	search(): void {
		if (this.home.page !== "library" || this.route.page === "document") {
			this.go(this.home.page === "library" ? this.home : { page: "library", shelf: { kind: "all" } });
		}
		this.wish = "search";
	}

	/** Leads to the making of a collection. */
	newCollection(): void {
		this.go(this.home);
		this.wish = "collection";
	}

	/** Follows the address. Answers what ends it. */
	follow(): () => void {
		const read = () => {
			this.#enter(parseRoute(location.hash));
		};
		read();
		window.addEventListener("hashchange", read);
		return () => {
			window.removeEventListener("hashchange", read);
		};
	}

	go(route: Route): void {
		location.hash = formatRoute(route);
		this.#enter(route);
	}

	/** Opens a document in a tab, or goes to the tab that it has, and to a place in it. */
	open({ id, name }: Pick<Tab, "id" | "name">, place?: Place): void {
		const tab: Tab = { id, name, ...(place === undefined ? {} : { place }) };
		const open = this.tabs.some((other) => other.id === id);
		this.tabs = open
			? this.tabs.map((other) => (other.id === id && place !== undefined ? tab : other))
			: [...this.tabs, tab];
		this.go({ page: "document", id });
	}

	/** Closes a tab; the window goes to the one beside it, or home. */
	close(id: string): void {
		const place = this.tabs.findIndex((tab) => tab.id === id);
		if (place < 0) {
			return;
		}
		this.tabs = this.tabs.filter((tab) => tab.id !== id);
		if (this.route.page === "document" && this.route.id === id) {
			const next = this.tabs[place] ?? this.tabs[place - 1];
			this.go(next === undefined ? this.home : { page: "document", id: next.id });
		}
	}

	rename(id: string, name: string): void {
		this.tabs = this.tabs.map((tab) => (tab.id === id ? { ...tab, name } : tab));
	}

	/** Moves a tab to the place of another one. */
	move(id: string, to: number): void {
		const moved = this.tabs.find((tab) => tab.id === id);
		if (moved !== undefined) {
			const others = this.tabs.filter((tab) => tab !== moved);
			this.tabs = [...others.slice(0, to), moved, ...others.slice(to)];
		}
	}

	#enter(route: Route): void {
		this.route = route;
		if (route.page !== "document") {
			this.home = route;
		} else if (!this.tabs.some(({ id }) => id === route.id)) {
			this.tabs = [...this.tabs, { id: route.id, name: "" }];
		}
	}
}
