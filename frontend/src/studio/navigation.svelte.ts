import { formatRoute, parseRoute, type Route } from "../core/navigation/route";

/** What is wanted of a document that is opened: a place in it, with what to mark there, to print it, or to show it larger, smaller or as usual. */
export type Purpose =
	| { readonly page: number; readonly search?: string }
	| { readonly print: true }
	| { readonly zoom: "in" | "out" | "auto" };

/** An open document's tab. */
export interface Tab {
	readonly id: string;
	readonly name: string;
	/** What is wanted of it; another object each time. */
	readonly purpose?: Purpose;
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

	/** Opens a document in a tab, or goes to the tab that it has, with a purpose or none. */
	open({ id, name }: Pick<Tab, "id" | "name">, purpose?: Purpose): void {
		const tab: Tab = { id, name, ...(purpose === undefined ? {} : { purpose }) };
		const open = this.tabs.some((other) => other.id === id);
		this.tabs = open
			? this.tabs.map((other) => (other.id === id && purpose !== undefined ? tab : other))
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
