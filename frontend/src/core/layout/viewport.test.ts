import { beforeEach, describe, expect, test } from "vitest";
import { Viewport } from "./viewport";
import { actualSize } from "./zoom";

const frame = { width: 1000, height: 800, gutter: 20, margin: 24, gap: 10 };
const scrollPosition = (left: number, top: number) => ({ left, top });

let scene: Viewport;

beforeEach(() => {
	scene = new Viewport(false, frame);
	scene.setPages([[10, 600, 800]]);
	scene.layOut(1);
});

test("a view describes the visible pages", () => {
	expect(scene.view(1, scrollPosition(0, 0))).toMatchObject({
		page: 1,
		lastInRow: 1,
		count: 10,
		arrangement: "normal",
		atStart: true,
		atEnd: false,
		zoom: "auto",
		factor: 1,
	});
	expect(scene.view(10, scrollPosition(0, scene.layout.height - 800)).atEnd).toBe(true);
	expect(new Viewport(false, frame).view(0, scrollPosition(0, 0))).toMatchObject({
		page: 0,
		lastInRow: 0,
		count: 0,
	});
});

test("a view has the part of the page from the window's upper edge to the middle of the visible part", () => {
	const { top, height } = scene.layout.rect(2);
	const pixels = height / 800;
	const start = scene.view(2, scrollPosition(0, top - frame.gap)).reached;
	expect(start.page).toBe(2);
	expect(start.start).toBeCloseTo(-frame.gap / pixels);
	expect(start.end).toBeCloseTo(390 / pixels);
	const middle = scene.view(2, scrollPosition(0, top + 200 * pixels)).reached;
	expect(middle.start).toBeCloseTo(200);
	expect(middle.end).toBeCloseTo(200 + 400 / pixels);
});

test("each arrangement has its own zoom", () => {
	scene.setZoom(2, 1);
	scene.setArrangement("poster");
	expect(scene.zoom).toBe("auto");
	scene.setZoom("page", 1);
	scene.setArrangement("normal");
	expect(scene.zoom).toBe(2);
	scene.setZoom(1e9, 1);
	expect(scene.zoom).toBe(8);
});

test("a page starts at the window's upper edge, or is centered if pages run horizontally", () => {
	expect(scene.positionOfPage(3, 1, scrollPosition(0, 0)).top).toBe(scene.layout.rect(3).top - frame.gap);
	scene.setArrangement("horizontal");
	scene.layOut(1);
	const { left, width } = scene.layout.rect(3);
	expect(scene.positionOfPage(3, 1, scrollPosition(0, 0)).left).toBe(left + width / 2 - 500);
});

describe("a link", () => {
	test("leads to a point of a page, as it is turned", () => {
		const rect = scene.layout.rect(2);
		const target = { page: 2, left: 0, top: 400 };
		expect(scene.positionOfTarget(target, 1)?.top).toBeCloseTo(rect.top + rect.height / 2 - frame.gap, 6);
		scene.rotateTo(2);
		scene.layOut(1);
		expect(scene.positionOfTarget({ ...target, top: 200 }, 1)?.top).toBeCloseTo(
			scene.layout.rect(2).top + 0.75 * scene.layout.rect(2).height - frame.gap,
			6,
		);
	});

	test.each([{ page: 2 }, { page: 99, top: 10 }, {}])("%j leads to a page alone", (target) => {
		expect(scene.positionOfTarget(target, 1)).toBeUndefined();
	});

	test("never leads beyond a page", () => {
		const { top, height } = scene.layout.rect(2);
		expect(scene.positionOfTarget({ page: 2, top: 1e9 }, 1)?.top).toBeCloseTo(top + height - frame.gap, 6);
		expect(scene.positionOfTarget({ page: 2, top: -5 }, 1)?.top).toBeCloseTo(top - frame.gap, 6);
	});
});

describe("what is brought into sight", () => {
	test("does not scroll if the target is visible", () => {
		expect(scene.positionRevealing(1, 0.5, 0.2, scrollPosition(0, 0))).toBeUndefined();
	});

	test("places the target a third from the top otherwise", () => {
		const { top, height } = scene.layout.rect(4);
		expect(scene.positionRevealing(4, 0.5, 0.5, scrollPosition(0, 0))?.top).toBeCloseTo(
			top + height / 2 - 800 / 3,
			6,
		);
	});

	test("finds the target on a rotated page", () => {
		scene.rotateTo(1);
		scene.layOut(1);
		const rect = scene.layout.rect(4);
		expect(rect.width).toBeGreaterThan(rect.height);
		expect(scene.positionRevealing(4, 0, 0.9, scrollPosition(0, 0))?.top).toBeCloseTo(rect.top - 800 / 3, 6);
	});
});

test("pages of reading text are as high as it is, at every width", () => {
	const text = new Viewport(true, frame);
	text.setPages([[3, 600, 800]]);
	text.layOut(1);
	expect(text.layout.rect(1)).toMatchObject({ width: 720, height: 900 });
	expect(text.recordHeights([[2, 300]])).toBe(true);
	expect(text.recordHeights([[2, 300]])).toBe(false);
	text.layOut(1);
	expect(text.layout.rect(2).height).toBe(300);
	text.frame = { ...frame, width: 400 };
	text.layOut(1);
	expect(text.layout.rect(2)).toMatchObject({ width: 360, height: 900 });
	expect(text.scaleOf(1)).toBe(actualSize);
});

describe("pages of different sizes", () => {
	beforeEach(() => {
		scene.setPages([
			[2, 600, 800],
			[1, 1600, 600],
		]);
	});

	test.each(["normal", "twoPages", "poster"] as const)("fit the window by themselves: %s", (arrangement) => {
		scene.setArrangement(arrangement);
		for (const zoom of ["auto", "width", "page"] as const) {
			scene.setZoom(zoom, 1);
			scene.layOut(1);
			for (const page of [1, 2, 3]) {
				const { left, width } = scene.layout.rect(page);
				expect(left, `page ${page}, ${zoom}`).toBeGreaterThanOrEqual(frame.gutter - 1e-6);
				expect(left + width, `page ${page}, ${zoom}`).toBeLessThanOrEqual(1000 - frame.gutter + 1e-6);
			}
		}
	});

	test("are laid out alike, whichever page is the current one", () => {
		scene.setZoom("width", 1);
		scene.layOut(1);
		const before = scene.layout.rect(3);
		scene.layOut(3);
		expect(scene.layout.rect(3).top).toBeCloseTo(before.top, 6);
		expect(scene.layout.rect(3).width).toBeCloseTo(960, 6);
		expect(scene.view(3, scrollPosition(0, 0)).factor).toBeCloseTo(960 / 1600 / actualSize, 6);
		expect(scene.view(1, scrollPosition(0, 0)).factor).toBeCloseTo(960 / 600 / actualSize, 6);
	});

	test("have one scale at a zoom that does not fit", () => {
		scene.setZoom(1, 1);
		scene.layOut(1);
		expect(scene.layout.rect(3).width).toBeCloseTo(1600 * actualSize, 6);
		expect(scene.scaleOf(3)).toBeCloseTo(scene.scaleOf(1), 6);
	});
});

test("reflowed text has its own zoom and one layout, and the pages keep theirs", () => {
	scene.setArrangement("poster");
	scene.setZoom(2, 1);
	scene.isReflowed = true;
	expect(scene.zoom).toBe("auto");
	scene.setZoom(1.5, 1);
	scene.layOut(1);
	expect(scene.layout.row(1)).toEqual({ first: 1, last: 1 });
	expect(scene.view(1, scrollPosition(0, 0))).toMatchObject({
		reflowed: true,
		arrangement: "normal",
		factor: 1.5,
	});
	scene.isReflowed = false;
	scene.layOut(1);
	expect(scene.zoom).toBe(2);
	expect(scene.view(1, scrollPosition(0, 0))).toMatchObject({
		reflowed: false,
		arrangement: "poster",
		factor: 2,
	});
});
