import type { IconName } from "./icons";

/** An option of a segmented control. */
export interface Segment<Value extends string> {
	readonly value: Value;
	readonly label: string;
	readonly icon?: IconName;
	/** The number of items that need attention; the label describes it in words. */
	readonly count?: { readonly number: number; readonly label: string };
}
