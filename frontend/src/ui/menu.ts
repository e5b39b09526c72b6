import type { IconName } from "./icons";

/** An item of a menu; `null` is a separator. */
export type MenuItem = null | {
	readonly label: string;
	readonly icon?: IconName;
	/** The keyboard shortcut, as shown to people. */
	readonly keys?: string;
	readonly danger?: boolean;
	readonly disabled?: boolean;
	/** Whether the item is switched on; undefined for a plain action. */
	readonly checked?: boolean;
	/** The items of a submenu. */
	readonly items?: readonly MenuItem[];
	readonly run?: () => void;
};
