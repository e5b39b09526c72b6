import { wholeNumber } from "../../core/format/amount";

/** The largest number of days that the server accepts as a limit. */
export const maxDays = 36_500;

/** A limit in days that can be switched off, as the user enters it. While the limit is off, the text of its number is kept. */
export interface OptionalLimit {
	readonly isOn: boolean;
	readonly text: string;
}

/**
 * Converts a stored limit to the values of its fields. A stored 0 means that the limit is off; its number field then
 * has `suggestion`.
 */
export function optionalLimitOf(stored: number, suggestion: number): OptionalLimit {
	return { isOn: stored > 0, text: String(stored > 0 ? stored : suggestion) };
}

/**
 * Converts the values of the fields to the limit to store: 0 if the limit is off; undefined if the text is not a number
 * from 1 to `maxDays`.
 */
export function storedLimit({ isOn, text }: OptionalLimit): number | undefined {
	if (!isOn) {
		return 0;
	}
	const number = wholeNumber(text);
	return number === 0 || (number ?? 0) > maxDays ? undefined : number;
}
