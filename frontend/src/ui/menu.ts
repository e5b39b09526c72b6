import type { IconName } from "./icons";

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
