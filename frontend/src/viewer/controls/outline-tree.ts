import { type OutlineItem, pathTo } from "../../core/navigation/outline";
import type { Target } from "../../core/text/page-text";
import { makeIcon } from "../widgets/icon";
import { words } from "../words";

/** The maximum number of entries for which the whole first level is expanded initially. */
const mostOpen = 12;

/** The document's outline as a tree of links. Branches are created when they are expanded. */
export class OutlineTree {
	readonly #pane: HTMLElement;
	readonly #follow: (target: Target) => void;
	#items: readonly OutlineItem[] = [];
	#page = 0;
	readonly #links = new Map<OutlineItem, HTMLAnchorElement>();

	/** `follow` is called with the target of a chosen entry. */
	constructor(pane: HTMLElement, follow: (target: Target) => void) {
		this.#pane = pane;
		this.#follow = follow;
	}

	/** Shows an outline. */
	show(items: readonly OutlineItem[]): void {
		this.#items = items;
		this.#links.clear();
		if (items.length === 0) {
			const none = document.createElement("p");
			none.className = "side-empty";
			none.textContent = words.noOutline;
			this.#pane.replaceChildren(none);
			return;
		}
		this.#pane.replaceChildren(this.#list(items, items.length <= mostOpen));
		this.#mark();
	}

	/** Sets the current page. It is called in every frame of a scroll. */
	read(page: number): void {
		if (page !== this.#page) {
			this.#page = page;
			this.#mark();
		}
	}

	/** Marks the innermost visible entry whose section contains the current page. */
	#mark(): void {
		const current = pathTo(this.#items, this.#page).findLast((item) => this.#links.get(item)?.offsetParent);
		for (const [item, link] of this.#links) {
			link.ariaCurrent = item === current ? "true" : null;
		}
	}

	#list(items: readonly OutlineItem[], open: boolean): HTMLElement {
		const list = document.createElement("ul");
		list.append(...items.map((item) => this.#entry(item, open)));
		return list;
	}

	#entry(item: OutlineItem, open: boolean): HTMLElement {
		const entry = document.createElement("li");
		entry.append(...this.#branch(item, entry, open), this.#link(item));
		return entry;
	}

	/** Returns the button that expands an entry; nothing if the entry has no children. */
	#branch(item: OutlineItem, entry: HTMLElement, open: boolean): HTMLElement[] {
		const children = item.children ?? [];
		if (children.length === 0) {
			return [];
		}
		const button = document.createElement("button");
		button.type = "button";
		button.ariaLabel = item.title;
		button.append(makeIcon("chevron-right"));
		const toggle = (open: boolean) => {
			button.ariaExpanded = String(open);
			if (open) {
				entry.append(this.#list(children, false));
			} else {
				entry.querySelector(":scope > ul")?.remove();
			}
		};
		button.addEventListener("click", () => {
			toggle(button.ariaExpanded !== "true");
			this.#mark();
		});
		queueMicrotask(() => {
			toggle(open);
		});
		return [button];
	}

	#link(item: OutlineItem): HTMLElement {
		const { title, target } = item;
		const link = document.createElement("a");
		link.textContent = title;
		link.title = title;
		link.dir = "auto";
		if (target.uri === undefined) {
			link.href = `#page=${target.page ?? 1}`;
			link.addEventListener("click", (event) => {
				event.preventDefault();
				this.#follow(target);
			});
		} else {
			link.href = target.uri;
			link.target = "_blank";
			link.rel = "noopener noreferrer";
		}
		this.#links.set(item, link);
		return link;
	}
}
