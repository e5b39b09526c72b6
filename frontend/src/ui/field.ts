/** The texts that belong to a form field. */
export interface FieldText {
	/** The label above the control; with `hideLabel`, for screen readers only. */
	label: string;
	hideLabel?: boolean;
	/** A hint on how to fill in the field. */
	hint?: string | undefined;
	/** An error message about the value. */
	problem?: string | undefined;
}
