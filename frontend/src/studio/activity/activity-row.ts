/** What a line of activity has from its list. */
export interface Row {
	/** The time that moments are told from, in milliseconds since 1970. */
	readonly now: number;
	/** Whether all of it is shown. */
	readonly open: boolean;
	readonly toggle: () => void;
	/** Has the list read again. */
	readonly changed: () => void;
}
