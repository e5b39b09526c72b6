import type { IconName } from "./icons";

/** A line of a menu; `null` is a line between groups. */
export type MenuItem = null | {
	readonly label: string;
	readonly icon?: IconName;
	/** The keys that do the same, as people write them. */
	readonly keys?: string;
	readonly danger?: boolean;
	readonly disabled?: boolean;
	/** Whether it is chosen, of one that is switched on and off. */
	readonly checked?: boolean;
	/** What it opens, in the place of doing something. */
	readonly items?: readonly MenuItem[];
	readonly run?: () => void;
};
