import { expect, test } from "vitest";
import { expiryAfter, keyLifetimes } from "./key-lifetime";

test("a key ends so many days from now, or never", () => {
	const now = new Date("2026-01-02T03:04:05.678Z");
	expect(expiryAfter("forever", now)).toBeUndefined();
	expect(expiryAfter("week", now)).toBe("2026-01-09T03:04:05.678Z");
	expect(expiryAfter("year", now)).toBe("2027-01-02T03:04:05.678Z");
	expect(keyLifetimes.map((life) => expiryAfter(life, now) ?? "")).toEqual(
		keyLifetimes.map((life) => expiryAfter(life, now) ?? "").sort(),
	);
});
