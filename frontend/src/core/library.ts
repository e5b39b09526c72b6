/** What is said of a document's progress, and how it is marked. */
export interface Progress {
	readonly label: string;
	readonly tone: "quiet" | "busy" | "bad";
}

/** A document's progress in a word or two; why it failed is said elsewhere. */
export function progressOf(document: { status: string; viewable: boolean }): Progress {
	switch (document.status) {
		case "ready":
			return { label: "Ready", tone: "quiet" };
		case "failed":
			return { label: "Failed", tone: "bad" };
		default:
			return { label: document.viewable ? "Converting…" : "Preparing…", tone: "busy" };
	}
}

/** A number of pages in words; nothing while there is none. */
export function pagesLabel(count: number): string {
	return count === 0 ? "" : count === 1 ? "1 page" : `${count} pages`;
}

/** Splits a name before its extension, so that a long one can be shortened in its middle. */
export function splitName(name: string): { stem: string; extension: string } {
	const dot = name.lastIndexOf(".");
	return dot > 0 && name.length - dot <= 6
		? { stem: name.slice(0, dot), extension: name.slice(dot) }
		: { stem: name, extension: "" };
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
	return moment.toLocaleString(locale, options);
}
