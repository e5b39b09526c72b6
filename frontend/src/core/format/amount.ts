import { numbers } from "./formatters";

/** A number of bytes in a suitable unit, with the number formatted for a language. */
export interface Amount {
	readonly count: string;
	readonly unit: Unit;
}

/** The units of bytes, each 1,000 times the one before. */
export type Unit = "kilobyte" | "megabyte" | "gigabyte" | "terabyte";

export const units: readonly Unit[] = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/**
 * Returns the name of a unit, as a language writes it after the number `count`: `MB` if the display is short, `seconds`
 * if it is long.
 */
export function unitLabel(
	unit: Unit | "second",
	locale: string,
	unitDisplay: "short" | "long" = "short",
	count = 1,
): string {
	const parts = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).formatToParts(count);
	return parts.find(({ type }) => type === "unit")?.value ?? unit;
}

/**
 * Formats bytes with at most two decimals. The unit is the smallest one that keeps the number below 1,000; terabytes if
 * no unit does.
 */
export function amountOf(bytes: number, locale: string): Amount {
	const unit = units.find((unit) => countOf(bytes, unit) < 1000) ?? "terabyte";
	const format = numbers.get(locale, { maximumFractionDigits: 2, useGrouping: false });
	return { count: format.format(countOf(bytes, unit)), unit };
}

function countOf(bytes: number, unit: Unit): number {
	return Math.round((bytes / sizeOf(unit)) * 100) / 100;
}

/**
 * Converts an amount to an integer number of bytes. Returns undefined if its count is not a number (with a decimal
 * point or comma), is negative, or is too large to be stored exactly. An amount that equals the formatted form of
 * `originalBytes` is converted to `originalBytes`, so that rounding does not change an unedited value.
 */
export function bytesOf({ count, unit }: Amount, locale: string, originalBytes?: number): number | undefined {
	if (originalBytes !== undefined) {
		const before = amountOf(originalBytes, locale);
		if (before.count === count && before.unit === unit) {
			return originalBytes;
		}
	}
	const number = count.trim() === "" ? NaN : Number(count.trim().replace(",", "."));
	const bytes = Math.round(number * sizeOf(unit));
	return bytes >= 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Parses an integer without a sign, of at most 15 digits; returns undefined for any other text. */
export function wholeNumber(text: string): number | undefined {
	return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}

function sizeOf(unit: Unit): number {
	return 1000 ** (units.indexOf(unit) + 1);
}
