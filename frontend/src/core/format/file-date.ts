/** Formats a moment for a file name, to the minute, in local time: 2026-01-02-0304. */
export function fileDate(moment: Date): string {
	const twoDigits = (number: number) => String(number).padStart(2, "0");
	const day = [moment.getFullYear(), twoDigits(moment.getMonth() + 1), twoDigits(moment.getDate())];
	return `${day.join("-")}-${twoDigits(moment.getHours())}${twoDigits(moment.getMinutes())}`;
}
