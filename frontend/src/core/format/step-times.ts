import { numbers } from "./formatters";

/** A step of a document's way. */
export interface Step {
	readonly name: string;
	readonly milliseconds: number;
	readonly reused?: boolean;
	readonly stopped?: boolean;
}

/** The time of all steps that were done for a document itself, in milliseconds. */
export function totalTime(steps: readonly Step[]): number {
	return steps.reduce((sum, { milliseconds, reused }) => sum + (reused === true ? 0 : milliseconds), 0);
}

/** How long each step is of the longest, from 0 to 1: one that took any time is seen. */
export function shares(steps: readonly Step[]): number[] {
	const longest = Math.max(...steps.map(({ milliseconds }) => milliseconds), 0);
	return steps.map(({ milliseconds }) =>
		longest === 0 || milliseconds === 0 ? 0 : Math.max(milliseconds / longest, 0.01),
	);
}

/** Milliseconds as people say them: 12 ms, 1.2 s, 3 min. */
export function durationLabel(milliseconds: number, locale?: string): string {
	const [value, unit] =
		milliseconds < 999.5
			? [milliseconds, "millisecond"]
			: milliseconds < 99_950
				? [milliseconds / 1000, "second"]
				: [milliseconds / 60_000, "minute"];
	const maximumFractionDigits = value < 9.95 && (unit !== "millisecond" || value < 0.95) ? 1 : 0;
	return numbers
		.of(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits })
		.format(value);
}
