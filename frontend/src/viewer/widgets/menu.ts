import { focusPages } from "./focus-pages";
import { keyNames } from "./key-names";
import { isRightToLeft } from "../translations";
import { makeIcon } from "./icon";

/** An entry of a menu. */
export interface MenuItem {
	readonly label: string;
	readonly icon: string;
	/** The key combination of the entry, as in {@link keyNames}. */
	readonly keys?: string;
	/** The CSS class that the entry shares with its toolbar button, so that a theme can hide both. */
	readonly tool?: string;
	/** Whether the entry is selected or switched on; undefined if it is a plain action. */
	readonly checked?: boolean;
	readonly run: () => void;
}

/** Groups of entries, separated by lines. */
export type MenuGroups = readonly (readonly MenuItem[])[];

/** The open menu, if any. Opening a menu closes the previous one. */
let openMenu: Menu | undefined;

/** Closes the open menu, if any. */
export function closeMenu(): void {
	openMenu?.close();
}

/**
 * A menu below a button (ARIA's menu button pattern). Its entries are created whenever it opens. The arrow keys move
 * through it, and Escape or a click elsewhere closes it. After an entry was chosen, the pages have the focus. After
 * Escape, the pages have the focus if a click opened the menu, so that the keyboard shortcuts that the menu shows work;
 * otherwise the button has it.
 */
export class Menu {
	readonly #button: HTMLButtonElement;
	readonly #groups: () => MenuGroups;
	readonly #list = document.createElement("div");
	#isOpenedByClick = false;

	constructor(button: HTMLButtonElement, groups: () => MenuGroups) {
		this.#button = button;
		this.#groups = groups;
		this.#list.className = "menu";
		this.#list.role = "menu";
		this.#list.hidden = true;
		this.#list.ariaLabel = button.ariaLabel;
		(document.querySelector("main") ?? document.body).append(this.#list); // all content must be in a landmark
		button.addEventListener("click", ({ detail }) => {
			// For a click by keyboard or by assistive technology, browsers set `detail` to 0.
			this.#isOpenedByClick = detail > 0;
			this.#toggle(!this.#isOpen);
		});
		button.addEventListener("keydown", (event) => {
			if (event.key === "ArrowDown" && !this.#isOpen) {
				event.preventDefault();
				this.#isOpenedByClick = false;
				this.#toggle(true);
			}
		});
		this.#list.addEventListener("keydown", (event) => {
			this.#handleKey(event);
		});
		this.#list.addEventListener("focusout", ({ relatedTarget }) => {
			if (relatedTarget instanceof Node && !this.#list.contains(relatedTarget)) {
				this.#toggle(false);
			}
		});
		document.addEventListener("pointerdown", ({ target }) => {
			if (target instanceof Node && !this.#list.contains(target) && !button.contains(target)) {
				this.#toggle(false);
			}
		});
	}

	close(): void {
		this.#toggle(false);
	}

	get #isOpen(): boolean {
		return this.#button.ariaExpanded === "true";
	}

	#toggle(open: boolean): void {
		if (open === this.#isOpen) {
			return;
		}
		if (open) {
			closeMenu();
		}
		openMenu = open ? this : undefined;
		this.#list.hidden = !open;
		this.#button.ariaExpanded = String(open);
		if (open) {
			const groups = this.#groups().filter((group) => group.length > 0);
			this.#list.replaceChildren(...groups.map((group) => this.#makeGroup(group)));
			this.#position();
			this.#items[0]?.focus();
		}
	}

	/** Places the list below its button, or above it if there is no room below. The list stays within the window. */
	#position(): void {
		const anchor = this.#button.getBoundingClientRect();
		const { style } = this.#list;
		style.maxHeight = "";
		const { width, height } = this.#list.getBoundingClientRect();
		const fitsBelow = anchor.bottom + height + 8 <= window.innerHeight || anchor.top < window.innerHeight / 2;
		const left = isRightToLeft ? anchor.left : anchor.right - width;
		style.left = `${Math.max(Math.min(left, window.innerWidth - width - 8), 8)}px`;
		style.top = fitsBelow ? `${anchor.bottom + 6}px` : `${Math.max(anchor.top - height - 6, 8)}px`;
		style.maxHeight = `${fitsBelow ? window.innerHeight - anchor.bottom - 14 : anchor.top - 14}px`;
	}

	#makeGroup(items: readonly MenuItem[]): HTMLElement {
		const group = document.createElement("div");
		group.role = "group";
		group.append(...items.map((item) => this.#makeEntry(item)));
		return group;
	}

	#makeEntry({ label, icon, keys, tool, checked, run }: MenuItem): HTMLElement {
		const entry = document.createElement("button");
		entry.type = "button";
		entry.role = checked === undefined ? "menuitem" : "menuitemcheckbox";
		entry.className = tool ?? "";
		entry.tabIndex = -1;
		if (checked !== undefined) {
			entry.ariaChecked = String(checked);
		}
		entry.append(makeIcon(icon), label);
		if (keys !== undefined) {
			entry.append(makeKeys(keys));
			entry.setAttribute("aria-keyshortcuts", ariaKeys(keys));
		}
		if (checked === true) {
			entry.append(makeIcon("check"));
		}
		entry.addEventListener("click", () => {
			this.#toggle(false);
			focusPages();
			run();
		});
		return entry;
	}

	get #items(): HTMLElement[] {
		const buttons = this.#list.querySelectorAll<HTMLElement>("button");
		return [...buttons].filter((item) => item.offsetParent !== null || item.getClientRects().length > 0);
	}

	#handleKey(event: KeyboardEvent): void {
		const items = this.#items;
		const current = items.findIndex((item) => item === document.activeElement);
		const target = {
			ArrowDown: current + 1,
			ArrowUp: current - 1 + items.length,
			Home: 0,
			End: items.length - 1,
		}[event.key];
		if (target !== undefined) {
			items[target % items.length]?.focus();
		} else if (event.key === "Escape" || event.key === "Tab") {
			this.#toggle(false);
			this.#button.focus();
			if (event.key === "Escape" && this.#isOpenedByClick) {
				focusPages();
			}
		} else {
			return;
		}
		event.preventDefault();
		event.stopPropagation();
	}
}

/**
 * Returns the element that shows a key combination. It is hidden from screen readers, which read the entry's
 * aria-keyshortcuts attribute.
 */
function makeKeys(keys: string): HTMLElement {
	const element = document.createElement("kbd");
	element.ariaHidden = "true";
	element.textContent = keyNames(keys);
	return element;
}

/** Returns a key combination in the notation of the attribute aria-keyshortcuts. */
function ariaKeys(keys: string): string {
	return keys.replace("Ctrl", "Control").replace("←", "ArrowLeft").replace("→", "ArrowRight");
}
