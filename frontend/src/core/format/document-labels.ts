import { dates, numbers } from "./formatters";

/** How far a document's conversion has come, as the interface tells it. */
export interface Progress {
	readonly step: string;
	/** Pages or bytes. */
	readonly done: number;
	/** 0 where nobody knows. */
	readonly total: number;
}

/** What a document is, as an extension without the dot: by its content, or, until that is known, by its name. */
export function typeOf({ type, name }: { type?: string; name: string }): string {
	return type ?? splitName(name).extension.slice(1).toLowerCase();
}

/** Splits a name before its extension, so that a long one can be shortened in its middle. */
export function splitName(name: string): { stem: string; extension: string } {
	const extension = /.(\.[a-z][a-z0-9]{0,4})$/i.exec(name)?.[1] ?? "";
	return { stem: name.slice(0, name.length - extension.length), extension };
}

/** A moment as people say it: the time if it is of the same day as `now` (milliseconds), else the date. */
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
	return dates.of(locale, options).format(moment);
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** A number of bytes as people say it, in units of 1,000. */
export function bytesLabel(bytes: number, locale?: string): string {
	let [value, unit] = [bytes, 0];
	while (value >= 999.5 && unit < units.length - 1) {
		value /= 1000;
		unit++;
	}
	const maximumFractionDigits = unit > 0 && value < 9.95 ? 1 : 0;
	return numbers
		.of(locale, {
			style: "unit",
			unit: units[unit] ?? "byte",
			unitDisplay: unit === 0 ? "long" : "short",
			maximumFractionDigits,
		})
		.format(value);
}
