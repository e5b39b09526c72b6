import { expect, test } from "vitest";
import { amountOf, bytesOf, wholeNumber } from "./amount";

test("bytes are written in a unit that suits them, and read again", () => {
	for (const [bytes, count, unit] of [
		[1 << 30, "1", "GiB"],
		[1.5 * (1 << 30), "1.5", "GiB"],
		[100 * (1 << 20), "100", "MiB"],
		[2 ** 40, "1", "TiB"],
		[512, "0.5", "KiB"],
		[1_000_000, "976.5625", "KiB"],
		[0, "0", "KiB"],
	] as const) {
		expect(amountOf(bytes)).toEqual({ count, unit });
		expect(bytesOf({ count, unit })).toBe(bytes);
	}
});

test("what is no number is no amount", () => {
	expect(bytesOf({ count: "", unit: "MiB" })).toBeUndefined();
	expect(bytesOf({ count: "many", unit: "MiB" })).toBeUndefined();
	expect(bytesOf({ count: "1,5", unit: "KiB" })).toBe(1536);
});

test("knows a whole number", () => {
	expect(wholeNumber(" 42 ")).toBe(42);
	expect(["", "-1", "1.5", "x", "1e3"].map(wholeNumber)).toEqual(Array(5).fill(undefined));
});
