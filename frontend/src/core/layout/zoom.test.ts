import { describe, expect, test } from "vitest";
import { scaleOf } from "./arrangement";
import { PageSizes, type Size } from "./page-sizes";
import { columnLayout } from "./linear-layouts";
import * as zoom from "./zoom";

const frame = { width: 640, height: 480, gutter: 20, margin: 40, gap: 10 };

describe("steps", () => {
	test.each([
		[1, 1.1],
		[0.98, 1],
		[0.05, 0.1],
		[0.02, 0.04],
		[8, 16],
		[20, 40],
	])("in from %f is %f", (from, to) => {
		expect(zoom.zoomIn(from)).toBe(to);
	});

	test.each([
		[1, 0.9],
		[1.02, 1],
		[0.1, 0.05],
		[0.03, 0.015],
		[525, 262.5],
		[16, 8],
	])("out from %f is %f", (from, to) => {
		expect(zoom.zoomOut(from)).toBe(to);
	});

	test("out undoes in", () => {
		expect(zoom.zoomOut(zoom.zoomIn(1.25))).toBe(1.25);
	});
});

test("the wheel zooms back to where it came from", () => {
	expect(zoom.wheelFactor(53) * zoom.wheelFactor(-53)).toBeCloseTo(1, 10);
	expect(zoom.wheelFactor(100)).toBeLessThan(1);
	expect(zoom.wheelFactor(99_999)).toBe(zoom.wheelFactor(120));
});

test.each([
	[1, "100%"],
	[0.333, "33%"],
	[1.126, "113%"],
	[0.0123, "1.2%"],
])("%f reads %s", (factor, text) => {
	expect(zoom.formatPercent(factor)).toBe(text);
});

const fits = ["auto", "width", "page"] as const;

function boundsOf(page: Size): zoom.ZoomBounds {
	return zoom.zoomBounds(fits.map((fit) => scaleOf("normal", fit, page, frame)));
}

describe("bounds", () => {
	test("hold a factor of an ordinary page", () => {
		const bounds = boundsOf({ width: 595, height: 842 });
		expect(bounds).toEqual({ smallest: 0.1, largest: 8 });
		expect(zoom.clampZoom(0, bounds)).toBe(0.1);
		expect(zoom.clampZoom(99, bounds)).toBe(8);
		expect(zoom.clampZoom(1.5, bounds)).toBe(1.5);
	});

	test.each([
		["huge", 14_400],
		["tiny", 1],
	])("reach every fit of a %s page, so that zooming never turns round", (_, side) => {
		const page = { width: side, height: side };
		const bounds = boundsOf(page);
		for (const fit of fits) {
			const factor = scaleOf("normal", fit, page, frame) / zoom.actualSize;
			expect(zoom.clampZoom(factor, bounds)).toBe(factor);
			expect(zoom.clampZoom(zoom.zoomIn(factor), bounds)).toBeGreaterThanOrEqual(factor);
			expect(zoom.clampZoom(zoom.zoomOut(factor), bounds)).toBeLessThanOrEqual(factor);
		}
	});
});

describe("anchors", () => {
	const sizes = new PageSizes([[50, 300, 400]]);

	test("name the same point of a page in every layout", () => {
		const before = columnLayout(sizes, 1, frame);
		const rect = before.rect(7);
		const anchor = zoom.anchorAt(before, rect.left + 75, rect.top + 300);
		expect(anchor).toEqual({ page: 7, x: 0.25, y: 0.75 });
		const after = columnLayout(sizes, 3, frame);
		const point = zoom.pointOf(after, { page: 7, x: 0.25, y: 0.75 });
		expect(point.x).toBeCloseTo(after.rect(7).left + 225, 6);
		expect(point.y).toBeCloseTo(after.rect(7).top + 900, 6);
	});

	test("fall back to the last page if theirs does not exist any more", () => {
		const short = columnLayout(new PageSizes([[2, 300, 400]]), 1, frame);
		expect(zoom.pointOf(short, { page: 9, x: 0, y: 0 }).y).toBe(short.rect(2).top);
	});

	test("there are none without pages", () => {
		expect(zoom.anchorAt(columnLayout(new PageSizes([]), 1, frame), 0, 0)).toBeUndefined();
	});
});
