/** Formats a moment for a file name, to the minute, in local time: 2026-01-02-0304. */
export function fileDate(moment: Date): string {
	const two = (number: number) => String(number).padStart(2, "0");
	const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())];
	return `${day.join("-")}-${two(moment.getHours())}${two(moment.getMinutes())}`;
}
