import { numbers } from "./formatters";

/** A step in the processing of a document. */
export interface Step {
	readonly name: string;
	readonly milliseconds: number;
	readonly reused?: boolean;
	readonly stopped?: boolean;
}

/** Returns the total time in milliseconds of all steps except the reused ones. */
export function totalTime(steps: readonly Step[]): number {
	return steps.reduce((sum, { milliseconds, reused }) => sum + (reused === true ? 0 : milliseconds), 0);
}

/**
 * Returns the duration of each step relative to the longest duration, from 0 to 1. A step with a very short duration
 * gets a visible minimum.
 */
export function relativeDurations(steps: readonly Step[]): number[] {
	const longest = Math.max(...steps.map(({ milliseconds }) => milliseconds), 0);
	return steps.map(({ milliseconds }) =>
		longest === 0 || milliseconds === 0 ? 0 : Math.max(milliseconds / longest, 0.01),
	);
}

/** Formats a duration in milliseconds, such as 12 ms, 1.2 s or 3 min. */
export function durationLabel(milliseconds: number, locale?: string): string {
	const [value, unit] =
		milliseconds < 999.5
			? [milliseconds, "millisecond"]
			: milliseconds < 99_950
				? [milliseconds / 1000, "second"]
				: [milliseconds / 60_000, "minute"];
	const maximumFractionDigits = value < 9.95 && (unit !== "millisecond" || value < 0.95) ? 1 : 0;
	return numbers
		.get(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits })
		.format(value);
}
