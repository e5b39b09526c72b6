import { wholeNumber } from "../../core/format/amount";

/** A limit that can be off, as it is entered. While it is off, the text of its number is kept. */
export interface OptionalLimit {
	readonly isOn: boolean;
	readonly text: string;
}

/** Returns a stored limit as it is entered: 0 stands for off. A limit that is off suggests a number. */
export function optionalLimitOf(stored: number, suggestion: number): OptionalLimit {
	return { isOn: stored > 0, text: String(stored > 0 ? stored : suggestion) };
}

/** Returns the number that is stored for an entered limit: 0 for off; undefined if the text is not a number above 0. */
export function storedLimit({ isOn, text }: OptionalLimit): number | undefined {
	if (!isOn) {
		return 0;
	}
	const number = wholeNumber(text);
	return number === 0 ? undefined : number;
}
