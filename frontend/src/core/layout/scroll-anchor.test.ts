import { expect, test } from "vitest";
import { Viewport } from "./viewport";

const frame = { width: 1000, height: 800, gutter: 20, margin: 24, gap: 10 };
const scrollPosition = (left: number, top: number) => ({ left, top });

function makeScene(): Viewport {
	const scene = new Viewport(false, frame);
	scene.setPages([[40, 600, 800]]);
	scene.layOut(1);
	return scene;
}

test("the anchor of a window is in its middle if the current page is there", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const scrollAnchor = scene.scrollAnchor(20, scrollPosition(0, top));
	expect(scrollAnchor?.point).toEqual({ x: 500, y: 400 });
	expect(scrollAnchor?.anchor).toMatchObject({ page: 20, x: 0.5 });
	expect(scrollAnchor?.anchor.y).toBeCloseTo(400 / height, 6);
	expect(scene.scrollAnchor(0, scrollPosition(0, 0))).toBeUndefined();
});

test("the anchor is in the visible part of the current page if that is not in the middle", () => {
	const scene = makeScene();
	scene.setArrangement("poster");
	scene.layOut(1);
	const { left, top, width, height } = scene.layout.rect(1);
	const scrollAnchor = scene.scrollAnchor(1, scrollPosition(0, 50));
	expect(scrollAnchor?.point.x).toBeCloseTo(left + width / 2, 6);
	expect(scrollAnchor?.point.y).toBeCloseTo((top + height - 50) / 2, 6);
});

test("a reading position is restored in vertical layouts, and only its page in others", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const position = scrollPosition(0, top + 0.36 * height);
	const reading = scene.readingPosition(20, position);
	expect.assert(reading !== undefined);
	for (const arrangement of ["poster", "horizontal"] as const) {
		scene.setArrangement(arrangement);
		scene.layOut(20);
		expect(scene.positionOfReadingPosition(reading), arrangement).toBeUndefined();
	}
	scene.setArrangement("twoPages");
	scene.layOut(20);
	const restored = scene.positionOfReadingPosition(reading);
	expect.assert(restored !== undefined);
	const restoredAnchor = scene.scrollAnchor(20, restored);
	expect(restoredAnchor?.anchor.y).toBeCloseTo(reading.scrollAnchor.anchor.y, 6);
	scene.setArrangement("normal");
	scene.layOut(20);
	expect(scene.positionOfReadingPosition(reading)?.top).toBeCloseTo(position.top, 6);
});

test("a page that started in the window starts there again", () => {
	const scene = makeScene();
	const reading = scene.readingPosition(20, scene.positionOfPage(20, 1, scrollPosition(0, 0)));
	expect.assert(reading !== undefined);
	scene.setArrangement("twoPages");
	scene.layOut(20);
	expect(scene.positionOfReadingPosition(reading)?.top).toBeCloseTo(scene.layout.rect(20).top - frame.gap, 6);
});

test.each([1, 2, 3])("the reading position is still in the window after %i quarter turns", (quarters) => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const reading = scene.readingPosition(20, scrollPosition(0, top + 0.1 * height));
	expect.assert(reading !== undefined);
	const { x, y } = reading.scrollAnchor.anchor;
	scene.rotateTo(quarters);
	scene.layOut(20);
	const restored = scene.positionOfReadingPosition(reading);
	expect.assert(restored !== undefined);
	const point = scene.anchor(restored, { x: 500, y: 400 });
	const expected = { 1: [1 - y, x], 2: [1 - x, 1 - y], 3: [y, 1 - x] }[quarters];
	expect(point?.page).toBe(20);
	expect(point?.y).toBeCloseTo(expected?.[1] ?? 0, 6);
});

test("something of a page is in the window, or nothing", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(3);
	expect(scene.isPageVisible(3, scrollPosition(0, top + height - 1))).toBe(true);
	expect(scene.isPageVisible(3, scrollPosition(0, top + height + 1))).toBe(false);
	expect(scene.isPageVisible(3, scrollPosition(0, top - 799))).toBe(true);
	expect(scene.isPageVisible(3, scrollPosition(0, top - 801))).toBe(false);
	expect(scene.isPageVisible(3, scrollPosition(1000, top))).toBe(false);
});
