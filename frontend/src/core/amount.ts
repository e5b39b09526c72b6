/** A number of bytes in a unit that suits it. */
export interface Amount {
	readonly count: string;
	readonly unit: Unit;
}

/** Units of bytes, each 1,024 of the one before. */
export type Unit = "KiB" | "MiB" | "GiB" | "TiB";

export const units: readonly Unit[] = ["KiB", "MiB", "GiB", "TiB"];

/** Writes bytes in the largest unit in which they are a number that people read at once. */
export function amountOf(bytes: number): Amount {
	for (const unit of units.toReversed()) {
		const count = bytes / sizeOf(unit);
		if (count >= 1 && Number.isInteger(count * 100)) {
			return { count: String(count), unit };
		}
	}
	return { count: String(bytes / 1024), unit: "KiB" };
}

/** The bytes of an amount, whole; undefined where its count is no number. */
export function bytesOf({ count, unit }: Amount): number | undefined {
	const number = count.trim() === "" ? NaN : Number(count.trim().replace(",", "."));
	return Number.isFinite(number) ? Math.round(number * sizeOf(unit)) : undefined;
}

/** The whole number that a text is; undefined where it is none. */
export function wholeNumber(text: string): number | undefined {
	return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}

function sizeOf(unit: Unit): number {
	return 1024 ** (units.indexOf(unit) + 1);
}
