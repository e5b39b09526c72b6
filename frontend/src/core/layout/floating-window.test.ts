import { describe, expect, test } from "vitest";
import {
	dockedBox,
	dockSides,
	fittedBox,
	initialBox,
	minimizedBox,
	movedBox,
	resizedBox,
} from "./floating-window";

const area = { width: 1200, height: 800 };
const windowBox = { x: 300, y: 200, width: 480, height: 400 };

test("a box that fits is unchanged", () => {
	expect(fittedBox(windowBox, area)).toEqual(windowBox);
});

test.each([
	[320, 568],
	[375, 667],
	[1200, 800],
])("new windows are within %i × %i", (width, height) => {
	for (const openWindows of [0, 1, 4, 9]) {
		const { x, y, width: w, height: h } = initialBox(openWindows, { width, height });
		expect(Math.min(x, y)).toBeGreaterThanOrEqual(12);
		expect(x + w).toBeLessThanOrEqual(width - 12);
		expect(y + h).toBeLessThanOrEqual(height - 12);
	}
});

test("a window moves no further than the area", () => {
	expect(movedBox(windowBox, 10, -20, area)).toEqual({ ...windowBox, x: 310, y: 180 });
	expect(movedBox(windowBox, -5_000, 5_000, area)).toEqual({ ...windowBox, x: 12, y: 388 });
});

describe("moving an edge leaves the others unchanged", () => {
	test.each([
		["e", 50, 99, { ...windowBox, width: 530 }],
		["s", 99, 50, { ...windowBox, height: 450 }],
		["w", 50, 99, { ...windowBox, x: 350, width: 430 }],
		["n", 99, -50, { ...windowBox, y: 150, height: 450 }],
		["se", 5_000, 5_000, { ...windowBox, width: 888, height: 588 }],
		["nw", -5_000, -5_000, { x: 12, y: 12, width: 768, height: 588 }],
		["nw", 5_000, 5_000, { x: 500, y: 400, width: 280, height: 200 }],
		["se", -5_000, -5_000, { ...windowBox, width: 280, height: 200 }],
	])("%s by %i, %i", (edges, deltaX, deltaY, expected) => {
		expect(resizedBox(windowBox, edges, deltaX, deltaY, area)).toEqual(expected);
	});
});

test("docked windows are next to each other in a wide area, and above each other in a narrow one", () => {
	expect(dockedBox(dockSides[0], area)).toEqual({ x: 600, y: 12, width: 588, height: 776 });
	expect(dockedBox(dockSides[2], area)).toEqual({ x: 12, y: 12, width: 1176, height: 776 });
	expect(dockedBox(dockSides[0], { width: 375, height: 800 })).toEqual({
		x: 12,
		y: 400,
		width: 351,
		height: 388,
	});
});

test("minimized windows are above each other", () => {
	expect(minimizedBox(0, area)).toEqual({ x: 12, y: 744, width: 240, height: 44 });
	expect(minimizedBox(1, area)).toEqual({ x: 12, y: 688, width: 240, height: 44 });
});
