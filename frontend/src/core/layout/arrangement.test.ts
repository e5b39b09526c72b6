import { describe, expect, test } from "vitest";
import { type Arrangement, arrangements, isArrangement, layoutOf, scaleOf } from "./arrangement";
import { PageSizes } from "./page-sizes";
import { actualSize, minPageLength, type Zoom } from "./zoom";

const frame = { width: 640, height: 480, gutter: 20, margin: 40, gap: 10 };

describe("scaleOf of a column", () => {
	test.each<[Zoom, number, number, number]>([
		["width", 300, 100, 2],
		["width", 1200, 100, 0.5],
		["page", 300, 800, 0.5],
		["page", 1200, 100, 0.5],
		["auto", 300, 100, actualSize],
		["auto", 1200, 100, 0.5],
		["auto", 1, 1, minPageLength],
		["auto", 595, 1, 600 / 595],
		[1, 300, 100, actualSize],
		[0.75, 300, 100, 1],
	])("%s of a page of %i × %i points is %f", (kind, width, height, scale) => {
		expect(scaleOf("normal", kind, { width, height }, frame)).toBeCloseTo(scale, 10);
	});

	test("is positive in a frame without room", () => {
		const emptyFrame = { ...frame, width: 0, height: 0 };
		for (const fit of ["auto", "width", "page"] as const) {
			expect(scaleOf("normal", fit, { width: 100, height: 100 }, emptyFrame)).toBeGreaterThan(0);
		}
	});
});

describe("scaleOf", () => {
	test.each<[Arrangement, Zoom, number]>([
		["twoPages", "width", 298 / 600],
		["twoPagesCover", "width", 298 / 600],
		["twoPages", "auto", 298 / 600],
		["twoPages", "page", 0.4],
		["poster", "auto", 220 / 600],
		["poster", "width", 1],
		["poster", "page", 0.4],
		["horizontal", "auto", 0.4],
		["horizontal", "page", 0.4],
		["horizontal", 2, 2 * actualSize],
	])("%s, %s", (arrangement, zoom, scale) => {
		expect(scaleOf(arrangement, zoom, { width: 600, height: 1_000 }, frame)).toBeCloseTo(scale, 10);
	});

	test("has two pages a row of a poster in a narrow window", () => {
		const narrow = { ...frame, width: 320, gutter: 8, gap: 12 };
		const scale = scaleOf("poster", "auto", { width: 595, height: 842 }, narrow);
		const layout = layoutOf("poster", new PageSizes([[10, 595, 842]]), scale, narrow);
		expect(layout.row(1)).toEqual({ first: 1, last: 2 });
	});

	test("is positive in a frame without room", () => {
		for (const arrangement of arrangements) {
			const emptyFrame = { ...frame, width: 0, height: 0 };
			expect(scaleOf(arrangement, "auto", { width: 100, height: 100 }, emptyFrame)).toBeGreaterThan(0);
		}
	});
});

test.each(["normal", "twoPages", "poster", "horizontal"])("%s of a profile is an arrangement", (word) => {
	expect(isArrangement(word)).toBe(true);
	expect(isArrangement(`${word}s`)).toBe(false);
});
