import { describe, expect, test } from "vitest";
import { ScrollVelocity } from "./scroll-velocity";

/** Returns the margins of a window of 100 pixels that has moved `step` pixels in each of twenty frames. */
function marginsAfter(step: number, frame = 16) {
	const motion = new ScrollVelocity();
	let margins = motion.margins(5_000, 100, 1_000);
	for (let i = 1; i <= 20; i++) {
		margins = motion.margins(5_000 + i * step, 100, 1_000 + i * frame);
	}
	return margins;
}

describe("the margins of a window", () => {
	test.each([
		["at rest: a window on both sides", 0, { before: 100, after: 100 }],
		["moved slowly: the same", 2, { before: 100, after: 100 }],
		["moved fast: as far ahead as it comes while pages load", 10, { before: 100, after: 250 }],
		["moved fast towards the start: the same there", -10, { before: 250, after: 100 }],
		["moved very fast: no farther than four windows", 90, { before: 100, after: 400 }],
	])("%s", (_, step, { before, after }) => {
		const margins = marginsAfter(step);
		expect(Math.round(margins.before)).toBeCloseTo(before, -1);
		expect(Math.round(margins.after)).toBeCloseTo(after, -1);
	});

	test("are those of rest after a jump, and after a rest", () => {
		const motion = new ScrollVelocity();
		motion.margins(0, 100, 0);
		expect(motion.margins(90_000, 100, 16)).toEqual({ before: 100, after: 100 });
		expect(motion.margins(90_200, 100, 32).after).toBe(400);
		expect(motion.fast).toBe(true);
		motion.stop();
		expect(motion.fast).toBe(false);
		expect(motion.margins(90_205, 100, 48)).toEqual({ before: 100, after: 100 });
		expect(motion.fast).toBe(false);
	});

	test("do not change when no time passes", () => {
		const motion = new ScrollVelocity();
		motion.margins(0, 100, 5);
		expect(motion.margins(50, 100, 5)).toEqual({ before: 100, after: 100 });
	});
});
