import { expect, test } from "vitest";
import { type Color, parseColor } from "./color";
import { adjustContrast, contrast, flatten } from "./contrast";

function color(text: string): Color {
	const parsed = parseColor(text);
	if (parsed === undefined) {
		throw new Error(text);
	}
	return parsed;
}

test.each([
	["#000", "#fff", 21],
	["#fff", "#fff", 1],
	["#777777", "#ffffff", 4.48], // the gray that just fails
	["#767676", "#ffffff", 4.54], // the gray that just passes
	["#ffffff", "#2460c8", 5.83],
])("%s on %s has %d", (one, other, wanted) => {
	expect(contrast(color(one), color(other))).toBeCloseTo(wanted, 1);
	expect(contrast(color(other), color(one))).toBeCloseTo(wanted, 1);
});

test("colors that let others through are seen with them", () => {
	expect(flatten([color("#000"), color("#ffffff80")]).r).toBeCloseTo(128, 0);
	expect(flatten([color("transparent")])).toEqual({ r: 255, g: 255, b: 255, a: 1 });
});

test("a color is mended as far as needed, and no farther", () => {
	for (const [front, back] of [
		["#999999", "#ffffff"],
		["#444444", "#222222"],
		["#ff8800", "#ffffff"],
		["#2460c8", "#1e2126"],
		["#00000010", "#ffffff"],
	] as const) {
		const better = adjustContrast(color(front), [color(back)], 4.5);
		expect(better && contrast(better, color(back))).toBeGreaterThanOrEqual(4.5);
		expect(better && contrast(better, color(back))).toBeLessThan(5.2);
	}
	expect(adjustContrast(color("#000"), [color("#fff")], 4.5)).toEqual(color("#000"));
});

test("a color is adjusted to light and dark backgrounds, if possible", () => {
	const grounds = [color("#ffffff"), color("#1e2126")];
	const better = adjustContrast(color("#e0e0e0"), grounds, 3);
	for (const ground of grounds) {
		expect(better && contrast(better, ground)).toBeGreaterThanOrEqual(3);
	}
	expect(adjustContrast(color("#999999"), grounds, 4.5)).toBeUndefined();
});
