import { expect, test } from "vitest";
import { dateOf, day, expiryLabel, expiryTime, hour, minutesUntilExpiry, year } from "./expiry";

const now = new Date("2026-11-26T15:40:30").getTime();

test.each([
	[hour, "4:40 PM"],
	[day, "November 27 at 3:40 PM"],
	[7 * day, "December 3"],
	[60 * day, "January 25, 2027"],
	[year, "November 26, 2027"],
])("a link for %d minutes ends on %s", (minutes, label) => {
	expect(minutesUntilExpiry({ minutes }, now)).toBe(minutes);
	expect(expiryLabel(expiryTime({ minutes }, now), now, "en")).toBe(label);
});

test("a link until a date ends with that day", () => {
	expect(minutesUntilExpiry({ date: dateOf(now) }, now)).toBe(8 * 60 + 18);
	expect(expiryLabel(expiryTime({ date: "2026-12-03" }, now), now, "de")).toBe("3. Dezember");
});

test("a link until a date ends on that day in whichever second it is created, even if the server is slow", () => {
	const serverDelay = 30_000;
	for (let second = 0; second < 60; second++) {
		const start = new Date("2026-11-26T15:40:00").getTime() + second * 1_000;
		const minutes = minutesUntilExpiry({ date: "2026-11-30" }, start) ?? NaN;
		expect(expiryLabel(start + serverDelay + minutes * 60_000, start, "en")).toBe("November 30");
	}
});

test.each(["", "3 December", "2026-13-01", "2026-11-25", "2027-12-01"])("the date %o is rejected", (date) => {
	expect(minutesUntilExpiry({ date }, now)).toBeUndefined();
});
