import { dates } from "../../core/format/formatters";

export const hour = 60;
export const day = 24 * hour;

/** The times for which a link can be valid, in minutes. */
export const periods = [hour, day, 7 * day, 30 * day] as const;

/** The longest time for which a link can be valid, in minutes. */
const longest = 365 * day;

/** When a link ends: after a number of minutes, or at the end of a day (YYYY-MM-DD). */
export type Until = { readonly minutes: number } | { readonly date: string };

/** Returns the moment when a link ends that is made now, in milliseconds; NaN if its date is not valid. */
export function endOf(until: Until, now: number): number {
	if ("minutes" in until) {
		return now + until.minutes * 60_000;
	}
	return /^\d{4}-\d{2}-\d{2}$/.test(until.date) ? new Date(`${until.date}T23:59:59`).getTime() : NaN;
}

/** Returns the minutes until a link ends that is made now; undefined if they are not from one minute to one year. */
export function minutesUntil(until: Until, now: number): number | undefined {
	const minutes = Math.ceil((endOf(until, now) - now) / 60_000);
	return minutes >= 1 && minutes <= longest ? minutes : undefined;
}

/** Returns the date of a moment (milliseconds) as in a date field. */
export function dateOf(moment: number): string {
	const date = new Date(moment);
	const two = (number: number) => String(number).padStart(2, "0");
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Reports whether a moment is on the same day as another. */
export function isSameDay(moment: number, other: number): boolean {
	return new Date(moment).toDateString() === new Date(other).toDateString();
}

/** Formats the moment when a link ends: the time if it is today, and without it if it is more than a day later. */
export function endLabel(end: number, now: number, language: string): string {
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
