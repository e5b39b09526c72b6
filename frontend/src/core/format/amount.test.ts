import { expect, test } from "vitest";
import { amountOf, bytesOf, unitLabel, wholeNumber } from "./amount";

test("bytes are written in a unit that suits them, and read again", () => {
	for (const [bytes, count, unit] of [
		[1e9, "1", "gigabyte"],
		[1.5e9, "1.5", "gigabyte"],
		[100e6, "100", "megabyte"],
		[1e12, "1", "terabyte"],
		[500, "0.5", "kilobyte"],
		[1_230_000, "1.23", "megabyte"],
		[0, "0", "kilobyte"],
		[1.5e15, "1500", "terabyte"],
	] as const) {
		expect(amountOf(bytes, "en")).toEqual({ count, unit });
		expect(bytesOf({ count, unit }, "en")).toBe(bytes);
	}
});

test("bytes are rounded before their unit is chosen", () => {
	expect(amountOf(999_994, "en")).toEqual({ count: "999.99", unit: "kilobyte" });
	expect(amountOf(999_995, "en")).toEqual({ count: "1", unit: "megabyte" });
	expect(amountOf(999_999_999, "en")).toEqual({ count: "1", unit: "gigabyte" });
});

test.each([
	["de", "1,07"],
	["es", "1,07"],
	["fi", "1,07"],
	["fr", "1,07"],
	["ja", "1.07"],
])("numbers are written as %s does, and read again", (locale, count) => {
	const written = amountOf(1_070_000, locale);
	expect(written).toEqual({ count, unit: "megabyte" });
	expect(bytesOf(written, locale)).toBe(1_070_000);
	expect(bytesOf(amountOf(1 << 30, locale), locale, 1 << 30)).toBe(1 << 30);
});

test("bytes that nobody has changed are not rounded", () => {
	expect(amountOf(1 << 30, "en")).toEqual({ count: "1.07", unit: "gigabyte" });
	expect(bytesOf(amountOf(1 << 30, "en"), "en", 1 << 30)).toBe(1 << 30);
	expect(bytesOf({ count: "1.08", unit: "gigabyte" }, "en", 1 << 30)).toBe(1_080_000_000);
	expect(bytesOf({ count: "1.07", unit: "megabyte" }, "en", 1 << 30)).toBe(1_070_000);
});

test("units are written as languages do", () => {
	expect(["en", "fr", "fi"].map((locale) => unitLabel("gigabyte", locale))).toEqual(["GB", "Go", "Gt"]);
	expect([1, 2].map((count) => unitLabel("second", "en", "long", count))).toEqual(["second", "seconds"]);
});

test("what is no number is no amount", () => {
	expect(bytesOf({ count: "", unit: "megabyte" }, "en")).toBeUndefined();
	expect(bytesOf({ count: "many", unit: "megabyte" }, "en")).toBeUndefined();
	expect(bytesOf({ count: "-1", unit: "megabyte" }, "en")).toBeUndefined();
	expect(bytesOf({ count: "99999", unit: "terabyte" }, "en")).toBeUndefined();
	expect(bytesOf({ count: "1,5", unit: "kilobyte" }, "en")).toBe(1500);
});

test("knows a whole number", () => {
	expect(wholeNumber(" 42 ")).toBe(42);
	expect(["", "-1", "1.5", "x", "1e3"].map(wholeNumber)).toEqual(Array(5).fill(undefined));
});
