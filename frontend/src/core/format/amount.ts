import { numbers } from "./formatters";

/** A number of bytes in a unit that suits it, the number as people of a language write it. */
export interface Amount {
	readonly count: string;
	readonly unit: Unit;
}

/** Units of bytes, each 1,000 of the one before. */
export type Unit = "kilobyte" | "megabyte" | "gigabyte" | "terabyte";

export const units: readonly Unit[] = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/** A unit as people of a language write it behind a number. */
export function unitLabel(unit: Unit, locale: string): string {
	const parts = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).formatToParts(1);
	return parts.find(({ type }) => type === "unit")?.value ?? unit;
}

/**
 * Writes bytes with two decimals at most, in the smallest unit in which they are then less than a thousand,
 * or else in the largest.
 */
export function amountOf(bytes: number, locale: string): Amount {
	const unit = units.find((unit) => countOf(bytes, unit) < 1000) ?? "terabyte";
	const format = numbers.of(locale, { maximumFractionDigits: 2, useGrouping: false });
	return { count: format.format(countOf(bytes, unit)), unit };
}

function countOf(bytes: number, unit: Unit): number {
	return Math.round((bytes / sizeOf(unit)) * 100) / 100;
}

/**
 * The bytes of an amount, whole; undefined where its count is no number, with a point or a comma. An amount
 * that is how `kept` bytes are written is these: nothing is rounded that nobody has changed.
 */
export function bytesOf({ count, unit }: Amount, locale: string, kept?: number): number | undefined {
	if (kept !== undefined) {
		const before = amountOf(kept, locale);
		if (before.count === count && before.unit === unit) {
			return kept;
		}
	}
	const number = count.trim() === "" ? NaN : Number(count.trim().replace(",", "."));
	return Number.isFinite(number) ? Math.round(number * sizeOf(unit)) : undefined;
}

/** The whole number that a text is; undefined where it is none. */
export function wholeNumber(text: string): number | undefined {
	return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}

function sizeOf(unit: Unit): number {
	return 1000 ** (units.indexOf(unit) + 1);
}
