/** What stands around a control that takes text. */
export interface FieldText {
	/** Its name, which stands over it; with `hideLabel` for screen readers alone. */
	label: string;
	hideLabel?: boolean;
	/** What helps to fill it in. */
	hint?: string | undefined;
	/** What is wrong with the value; a sentence. */
	problem?: string | undefined;
}
