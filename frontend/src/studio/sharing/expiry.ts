import { dates } from "../../core/format/formatters";

export const hour = 60;
export const day = 24 * hour;

/** The longest possible duration of a link, in minutes. */
export const year = 365 * day;

/** The offered durations of a link, in minutes. */
export const periods = [hour, day, 2 * day, 7 * day, 30 * day, year] as const;

/** When a link ends: after a number of minutes, or at the end of a day (YYYY-MM-DD). */
export type Expiry = { readonly minutes: number } | { readonly date: string };

/**
 * Returns when a link that is created now ends, in milliseconds since 1970; NaN if the date is not valid. A link until a
 * date ends one minute before the next day, because the server creates it slightly later than now.
 */
export function expiryTime(expiry: Expiry, now: number): number {
	if ("minutes" in expiry) {
		return now + expiry.minutes * 60_000;
	}
	return /^\d{4}-\d{2}-\d{2}$/.test(expiry.date) ? new Date(`${expiry.date}T23:59:00`).getTime() : NaN;
}

/**
 * Returns the duration of a link that is created now, in whole minutes, rounded down so that the link does not last
 * longer than chosen; undefined if it is less than one minute or more than one year.
 */
export function minutesUntilExpiry(expiry: Expiry, now: number): number | undefined {
	const minutes = Math.floor((expiryTime(expiry, now) - now) / 60_000);
	return minutes >= 1 && minutes <= year ? minutes : undefined;
}

/** Returns the local date of a time, given in milliseconds since 1970, in the format of a date field (YYYY-MM-DD). */
export function dateOf(moment: number): string {
	const date = new Date(moment);
	const twoDigits = (number: number) => String(number).padStart(2, "0");
	return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Reports whether two times are on the same local day. */
export function isSameDay(moment: number, other: number): boolean {
	return new Date(moment).toDateString() === new Date(other).toDateString();
}

/**
 * Formats the end of a link: only the time if it is today, the date and the time if it is within a day, otherwise only
 * the date.
 */
export function expiryLabel(end: number, now: number, language: string): string {
	if (Number.isNaN(end)) {
		return "…";
	}
	const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
	if (isSameDay(end, now)) {
		return dates.get(language, time).format(end);
	}
	const sameYear = new Date(end).getFullYear() === new Date(now).getFullYear();
	return dates
		.get(language, {
			day: "numeric",
			month: "long",
			...(sameYear ? {} : { year: "numeric" }),
			...(end - now <= day * 60_000 ? time : {}),
		})
		.format(end);
}
