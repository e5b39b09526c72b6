import type { IconName } from "./icons";

/** One of a few things to choose from. */
export interface Segment<Value extends string> {
	readonly value: Value;
	readonly label: string;
	readonly icon?: IconName;
	/** How much behind it wants to be looked at; the label says it in words. */
	readonly count?: { readonly number: number; readonly label: string };
}
