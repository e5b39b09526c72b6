import type { IconName } from "./icons";

/** The width of the window in rem below which menus are sheets at its bottom edge, as in `widgets.css`. */
const sheetWidth = 40;

/** Reports whether the window is so narrow that menus are sheets at its bottom edge. */
export function areMenusSheets(): boolean {
	const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
	return document.body.clientWidth < sheetWidth * rem;
}

/** An item of a menu; `null` is a separator. */
export type MenuItem = null | {
	readonly label: string;
	readonly icon?: IconName;
	/** The keyboard shortcut, formatted for display. */
	readonly keys?: string;
	readonly danger?: boolean;
	readonly disabled?: boolean;
	/** Whether the item is checked; undefined for an item without a check mark. */
	readonly checked?: boolean;
	/** The items of a submenu. */
	readonly items?: readonly MenuItem[];
	readonly run?: () => void;
};
