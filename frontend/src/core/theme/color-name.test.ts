import { expect, test } from "vitest";
import { parseColor } from "./color";
import { colorName } from "./color-name";

test.each([
	["#000000", "black"],
	["#0a0a14", "black"],
	["#ffffff", "white"],
	["#fafafa", "white"],
	["#808080", "gray"],
	["#59616d", "gray"],
	["#b3261e", "red"],
	["#ff0030", "red"],
	["#ff8800", "orange"],
	["#99430c", "brown"],
	["#ffdd00", "yellow"],
	["#17714a", "green"],
	["#0f7285", "teal"],
	["#2460c8", "blue"],
	["#2460c880", "blue"],
	["#7a3fb5", "purple"],
	["#ff66cc", "pink"],
])("%s is called %s", (hex, name) => {
	const color = parseColor(hex);
	expect(color && colorName(color)).toBe(name);
});
