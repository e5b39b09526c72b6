import { expect, test } from "vitest";
import { isSufficient, type Rendering, renderingFor } from "./resolution";

test.each<[boolean, number, Rendering]>([
	[false, 0.01, 0.05],
	[false, 0.2, 0.2],
	[false, 0.36957, 0.3695],
	[false, 0.45, 0.45],
	[false, 0.5, "drawing"],
	[false, 1.33, "drawing"],
	[true, 0.3, 0.75],
	[true, 1.33, 2],
	[true, 2.1, 2],
	[true, 2.67, 4],
	[true, 99, 8],
])("pictures %s, %f pixels a point: %s", (pictures, pixels, rendering) => {
	expect(renderingFor({ pictures }, pixels, 300)).toBe(rendering);
});

test("a large sheet is drawn, however small its scale", () => {
	expect(renderingFor({ pictures: false }, 0.07, 1_000)).toBe("drawing");
});

test("a form may have one scale of its own", () => {
	expect(renderingFor({ pictures: true, pictureScale: 0.4 }, 3, 300)).toBe(0.4);
	expect(renderingFor({ pictures: false, pictureScale: 3 }, 0.1, 300)).toBe("drawing");
});

test.each<[Rendering, Rendering, boolean]>([
	["drawing", 0.75, true],
	[2, 0.75, true],
	[2, 2, true],
	[2, 4, false],
	[0.2, 0.21, true],
	[0.2, 0.23, false],
	[8, "drawing", false],
])("%s is enough for %s: %s", (shown, wanted, enough) => {
	expect(isSufficient(shown, wanted)).toBe(enough);
});
