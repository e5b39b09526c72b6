/** The properties that a row of an activity list receives from the list. */
export interface Row {
	/** The current time, in milliseconds since 1970. */
	readonly now: number;
	/** Whether the row is expanded. */
	readonly open: boolean;
	readonly toggle: () => void;
	/** Called after a change, so that the list is read again. */
	readonly onChange: () => void;
}
