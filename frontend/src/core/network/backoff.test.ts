import { expect, test } from "vitest";
import { retryDelay } from "./backoff";

test.each([
	[1, 1_000],
	[2, 2_000],
	[4, 8_000],
	[6, 30_000],
	[1_000, 30_000],
])("after %i failures it waits about %i ms", (failures, delay) => {
	expect(retryDelay(failures, 0.5)).toBe(delay);
	expect(retryDelay(failures, 0)).toBe(delay * 0.75);
	expect(retryDelay(failures, 1)).toBe(delay * 1.25);
});
