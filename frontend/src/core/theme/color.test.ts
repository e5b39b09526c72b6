import { expect, test } from "vitest";
import { blend, formatHex, fromHsva, parseColor, toHsva } from "./color";

test.each([
	["#fff", "#ffffff"],
	["#2460C8", "#2460c8"],
	["#f00a", "#ff0000aa"],
	["#17212780", "#17212780"],
	["transparent", "#00000000"],
	["rgb(36, 96, 200)", "#2460c8"],
	["rgb(36 96 200 / 50%)", "#2460c880"],
	["rgba(255,0,0,.5)", "#ff000080"],
	["rgb(100%, 0%, 50%)", "#ff0080"],
	["rgb(300, -5, 0)", "#ff0000"],
	["hsl(0, 100%, 50%)", "#ff0000"],
	["hsl(120deg 100% 25%)", "#008000"],
	["hsl(-0.5turn 100% 50%)", "#00ffff"],
	["hsla(210, 50%, 40%, 0.25)", "#33669940"],
	["  #ABC ", "#aabbcc"],
])("%s is %s", (text, wanted) => {
	const color = parseColor(text);
	expect(color && formatHex(color)).toBe(wanted);
});

test.each(["", "#12", "#12345", "red;", "rgb(1,2)", "rgb(a,b,c)", "rgb(1 2 3 / x)", "url(x)", "rgb(1,2,3"])(
	"%j is no color that can be read here",
	(text) => {
		expect(parseColor(text)).toBeUndefined();
	},
);

test("a picker shows each color as it is", () => {
	for (const text of ["#2460c8", "#000000", "#ffffff", "#808080", "#ff00ff80", "#1e2126", "#8db4ff"]) {
		const color = parseColor(text);
		expect(color && formatHex(fromHsva(toHsva(color)))).toBe(text);
	}
});

test("gray keeps the chosen hue", () => {
	expect(toHsva({ r: 128, g: 128, b: 128, a: 1 }, 200).h).toBe(200);
	expect(toHsva({ r: 0, g: 0, b: 255, a: 1 }, 200).h).toBe(240);
});

test("blends transparent colors", () => {
	const white = { r: 255, g: 255, b: 255, a: 1 };
	expect(formatHex(blend({ r: 0, g: 0, b: 0, a: 0.5 }, white))).toBe("#808080");
	expect(formatHex(blend({ r: 0, g: 0, b: 0, a: 0 }, white))).toBe("#ffffff");
});
