import { type OutlineItem, pathTo } from "../../core/navigation/outline";
import type { Target } from "../../core/text/page-text";
import { makeIcon } from "../widgets/icon";
import { makeIsolated } from "../widgets/message-text";
import { translations } from "../translations";

/** The maximum number of entries for which the first level of the outline is fully expanded initially. */
const maxExpanded = 12;

/** The document's outline as a tree of links. Branches are created when they are expanded. */
export class OutlineTree {
	readonly #pane: HTMLElement;
	readonly #onFollow: (target: Target) => void;
	#items: readonly OutlineItem[] = [];
	#page = 0;
	readonly #links = new Map<OutlineItem, HTMLAnchorElement>();

	/** `onFollow` is called with the target of a chosen entry. */
	constructor(pane: HTMLElement, onFollow: (target: Target) => void) {
		this.#pane = pane;
		this.#onFollow = onFollow;
	}

	/** Shows an outline. */
	show(items: readonly OutlineItem[]): void {
		this.#items = items;
		this.#links.clear();
		if (items.length === 0) {
			const message = document.createElement("p");
			message.className = "side-empty";
			message.textContent = translations.noOutline;
			this.#pane.replaceChildren(message);
			return;
		}
		this.#pane.replaceChildren(this.#makeList(items, items.length <= maxExpanded));
		this.#markCurrent();
	}

	/** Sets the current page. It is called in every frame of a scroll. */
	setCurrentPage(page: number): void {
		if (page !== this.#page) {
			this.#page = page;
			this.#markCurrent();
		}
	}

	/** Marks the innermost visible entry of the outline whose section contains the current page. */
	#markCurrent(): void {
		const current = pathTo(this.#items, this.#page).findLast((item) => this.#links.get(item)?.offsetParent);
		for (const [item, link] of this.#links) {
			link.ariaCurrent = item === current ? "true" : null;
		}
	}

	#makeList(items: readonly OutlineItem[], open: boolean): HTMLElement {
		const list = document.createElement("ul");
		list.append(...items.map((item) => this.#makeEntry(item, open)));
		return list;
	}

	#makeEntry(item: OutlineItem, open: boolean): HTMLElement {
		const entry = document.createElement("li");
		entry.append(...this.#makeToggle(item, entry, open), this.#makeLink(item));
		return entry;
	}

	/** Returns the button that expands an entry; nothing if the entry has no children. */
	#makeToggle(item: OutlineItem, entry: HTMLElement, open: boolean): HTMLElement[] {
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
				entry.append(this.#makeList(children, false));
			} else {
				entry.querySelector(":scope > ul")?.remove();
			}
		};
		button.addEventListener("click", () => {
			toggle(button.ariaExpanded !== "true");
			this.#markCurrent();
		});
		queueMicrotask(() => {
			toggle(open);
		});
		return [button];
	}

	#makeLink(item: OutlineItem): HTMLElement {
		const { title, target } = item;
		const link = document.createElement("a");
		link.title = title;
		link.append(makeIsolated(title));
		if (target.uri === undefined) {
			link.href = `#page=${target.page ?? 1}`;
			link.addEventListener("click", (event) => {
				event.preventDefault();
				this.#onFollow(target);
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
