import type { PagePart } from "../../core/layout/view";
import { currentSection, type OutlineItem, type Section, sectionsOf } from "../../core/navigation/outline";
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
	#sections: readonly Section[] = [];
	/** The part of a page that the reader has reached. */
	#reached: PagePart = { page: 0, start: 0, end: 0 };
	/** The section that the reader has chosen, if nothing has scrolled since, and the part that was reached then. */
	#chosen: { readonly section: Section | undefined; readonly reached: PagePart } | undefined;
	#current: Section | undefined;
	readonly #links = new Map<OutlineItem, HTMLAnchorElement>();

	/** `onFollow` is called with the target of a chosen entry. */
	constructor(pane: HTMLElement, onFollow: (target: Target) => void) {
		this.#pane = pane;
		this.#onFollow = onFollow;
	}

	/** Shows an outline. */
	show(items: readonly OutlineItem[]): void {
		this.#sections = sectionsOf(items);
		this.#chosen = undefined;
		this.#links.clear();
		if (items.length === 0) {
			const message = document.createElement("p");
			message.className = "side-empty";
			message.textContent = translations.noOutline;
			this.#pane.replaceChildren(message);
			return;
		}
		this.#pane.replaceChildren(this.#makeList(items, items.length <= maxExpanded));
		this.#updateCurrent();
		this.#markCurrent();
	}

	/** Sets the part of a page that the reader has reached. It is called in every frame of a scroll. */
	setReached(reached: PagePart): void {
		this.#reached = reached;
		const before = this.#current;
		this.#updateCurrent();
		if (this.#current !== before) {
			this.#markCurrent();
		}
	}

	/** Updates the current section. A section that the reader has chosen is current until the pages scroll. */
	#updateCurrent(): void {
		const { page, start } = this.#reached;
		const chosen = this.#chosen;
		if (chosen?.reached.page !== page || Math.abs(chosen.reached.start - start) >= 1) {
			this.#chosen = undefined;
		}
		this.#current = this.#chosen?.section ?? currentSection(this.#sections, this.#reached);
	}

	/** Marks the innermost entry that leads to the current section and is not in a collapsed branch. */
	#markCurrent(): void {
		const current = this.#current?.path.findLast((item) => this.#links.get(item)?.isConnected);
		for (const [item, link] of this.#links) {
			link.ariaCurrent = item === current ? "true" : null;
		}
	}

	/**
	 * Follows an entry, and makes its section the current one until the pages scroll. Near the end of the document, the
	 * scroll position alone does not determine the section, because its start cannot be scrolled to the top.
	 */
	#follow(item: OutlineItem): void {
		this.#onFollow(item.target);
		const section = this.#sections.find(({ path }) => path.at(-1) === item);
		this.#chosen = { section, reached: this.#reached };
		this.setReached(this.#reached);
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

	/**
	 * Returns an array with the button that expands or collapses an entry; an empty array if the entry has no children.
	 */
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
			if (open) {
				this.#markCurrent();
			}
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
				this.#follow(item);
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
