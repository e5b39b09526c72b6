/** A number of bytes in a unit that suits it. */
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

/** Writes bytes in the largest unit that there is one of, with two decimals at most. */
export function amountOf(bytes: number): Amount {
	const unit = units.findLast((unit) => bytes >= sizeOf(unit)) ?? "kilobyte";
	return { count: String(Math.round((bytes / sizeOf(unit)) * 100) / 100), unit };
}

/**
 * The bytes of an amount, whole; undefined where its count is no number. An amount that is how `kept`
 * bytes are written is these: nothing is rounded that nobody has changed.
 */
export function bytesOf({ count, unit }: Amount, kept?: number): number | undefined {
	if (kept !== undefined) {
		const before = amountOf(kept);
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
