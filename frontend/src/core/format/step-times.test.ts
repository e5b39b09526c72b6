import { expect, test } from "vitest";
import { durationLabel, relativeDurations, totalTime } from "./step-times";

const steps = [
	{ name: "received", milliseconds: 10 },
	{ name: "whole converted", milliseconds: 200, reused: true },
	{ name: "opened", milliseconds: 0.5 },
	{ name: "indexed", milliseconds: 0 },
];

test("the time of a document is that of its own steps", () => {
	expect(totalTime(steps)).toBe(10.5);
	expect(totalTime([])).toBe(0);
});

test("each step with a duration is visible relative to the longest", () => {
	expect(relativeDurations(steps)).toEqual([0.05, 1, 0.01, 0]);
	expect(relativeDurations([])).toEqual([]);
});

test("durations are formatted in a suitable unit", () => {
	expect([0.04, 0.5, 12.4, 999, 1234, 45_000, 150_000].map((time) => durationLabel(time, "en"))).toEqual([
		"0 ms",
		"0.5 ms",
		"12 ms",
		"999 ms",
		"1.2 sec",
		"45 sec",
		"2.5 min",
	]);
});
