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
	] as const) {
		expect(amountOf(bytes)).toEqual({ count, unit });
		expect(bytesOf({ count, unit })).toBe(bytes);
	}
});

test("bytes that nobody has changed are not rounded", () => {
	expect(amountOf(1 << 30)).toEqual({ count: "1.07", unit: "gigabyte" });
	expect(bytesOf(amountOf(1 << 30), 1 << 30)).toBe(1 << 30);
	expect(bytesOf({ count: "1.08", unit: "gigabyte" }, 1 << 30)).toBe(1_080_000_000);
	expect(bytesOf({ count: "1.07", unit: "megabyte" }, 1 << 30)).toBe(1_070_000);
});

test("units are written as languages do", () => {
	expect(["en", "fr", "fi"].map((locale) => unitLabel("gigabyte", locale))).toEqual(["GB", "Go", "Gt"]);
});

test("what is no number is no amount", () => {
	expect(bytesOf({ count: "", unit: "megabyte" })).toBeUndefined();
	expect(bytesOf({ count: "many", unit: "megabyte" })).toBeUndefined();
	expect(bytesOf({ count: "1,5", unit: "kilobyte" })).toBe(1500);
});

test("knows a whole number", () => {
	expect(wholeNumber(" 42 ")).toBe(42);
	expect(["", "-1", "1.5", "x", "1e3"].map(wholeNumber)).toEqual(Array(5).fill(undefined));
});
