import { dates, numbers } from "./formatters";

/** The progress of a document's conversion, as shown in the interface. */
export interface Progress {
	readonly step: string;
	/** The number of pages or bytes that are finished. */
	readonly done: number;
	/** The total number of pages or bytes; 0 if it is unknown. */
	readonly total: number;
}

/**
 * Returns the type of a document as a file extension without the dot. Until the server has identified the content, it
 * is the extension of the document's name.
 */
export function typeOf({ type, name }: { type?: string; name: string }): string {
	return type ?? splitName(name).extension.slice(1).toLowerCase();
}

/** Splits a name before its extension, so that a long name can be shortened in the middle. */
export function splitName(name: string): { stem: string; extension: string } {
	const extension = /.(\.[a-z][a-z0-9]{0,4})$/i.exec(name)?.[1] ?? "";
	return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Formats a moment: the time if it is on the same day as `now` (milliseconds), otherwise the date. */
export function momentLabel(iso: string, now: number, locale?: string): string {
	const moment = new Date(iso);
	const today = new Date(now);
	if (Number.isNaN(moment.getTime())) {
		return "";
	}
	const sameYear = moment.getFullYear() === today.getFullYear();
	const options: Intl.DateTimeFormatOptions =
		moment.toDateString() === today.toDateString()
			? { hour: "numeric", minute: "2-digit" }
			: { day: "numeric", month: "short", ...(sameYear ? {} : { year: "numeric" }) };
	return dates.get(locale, options).format(moment);
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Formats a number of bytes in units of 1,000. */
export function bytesLabel(bytes: number, locale?: string): string {
	let [value, unit] = [bytes, 0];
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	const maximumFractionDigits = unit > 0 && value < 9.95 ? 1 : 0;
	return numbers
		.get(locale, {
			style: "unit",
			unit: units[unit] ?? "byte",
			unitDisplay: unit === 0 ? "long" : "short",
			maximumFractionDigits,
		})
		.format(value);
}
