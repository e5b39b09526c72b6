import { expect, test } from "vitest";
import { Viewport } from "./viewport";

const frame = { width: 1000, height: 800, gutter: 20, margin: 24, gap: 10 };
const at = (left: number, top: number) => ({ left, top });

function makeScene(): Viewport {
	const scene = new Viewport(false, frame);
	scene.setPages([[40, 600, 800]]);
	scene.layOut(1);
	return scene;
}

test("a window is held at its middle, where its page is", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const hold = scene.scrollAnchor(20, at(0, top));
	expect(hold?.at).toEqual({ x: 500, y: 400 });
	expect(hold?.anchor).toMatchObject({ page: 20, x: 0.5 });
	expect(hold?.anchor.y).toBeCloseTo(400 / height, 6);
	expect(scene.scrollAnchor(0, at(0, 0))).toBeUndefined();
});

test("a window is held at what it shows of a page that is not in its middle", () => {
	const scene = makeScene();
	scene.arrange("poster");
	scene.layOut(1);
	const { left, top, width, height } = scene.layout.rect(1);
	const hold = scene.scrollAnchor(1, at(0, 50));
	expect(hold?.at.x).toBeCloseTo(left + width / 2, 6);
	expect(hold?.at.y).toBeCloseTo((top + height - 50) / 2, 6);
});

test("the same is read again in what runs downwards, and its page elsewhere", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const position = at(0, top + 0.36 * height);
	const reading = scene.readingPosition(20, position);
	expect.assert(reading !== undefined);
	for (const arrangement of ["poster", "horizontal"] as const) {
		scene.arrange(arrangement);
		scene.layOut(20);
		expect(scene.positionOfReading(reading), arrangement).toBeUndefined();
	}
	scene.arrange("twoPages");
	scene.layOut(20);
	const there = scene.positionOfReading(reading);
	expect.assert(there !== undefined);
	const again = scene.scrollAnchor(20, there);
	expect(again?.anchor.y).toBeCloseTo(reading.scrollAnchor.anchor.y, 6);
	scene.arrange("normal");
	scene.layOut(20);
	expect(scene.positionOfReading(reading)?.top).toBeCloseTo(position.top, 6);
});

test("a page that began in the window begins there again", () => {
	const scene = makeScene();
	const reading = scene.readingPosition(20, scene.positionOfPage(20, 1, at(0, 0)));
	expect.assert(reading !== undefined);
	scene.arrange("twoPages");
	scene.layOut(20);
	expect(scene.positionOfReading(reading)?.top).toBeCloseTo(scene.layout.rect(20).top - frame.gap, 6);
});

test.each([1, 2, 3])("what is read is still in the window after %i quarters of a turn", (quarters) => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(20);
	const reading = scene.readingPosition(20, at(0, top + 0.1 * height));
	expect.assert(reading !== undefined);
	const { x, y } = reading.scrollAnchor.anchor;
	scene.turnTo(quarters);
	scene.layOut(20);
	const there = scene.positionOfReading(reading);
	expect.assert(there !== undefined);
	const point = scene.anchor(there, { x: 500, y: 400 });
	const expected = { 1: [1 - y, x], 2: [1 - x, 1 - y], 3: [y, 1 - x] }[quarters];
	expect(point?.page).toBe(20);
	expect(point?.y).toBeCloseTo(expected?.[1] ?? 0, 6);
});

test("something of a page is in the window, or nothing", () => {
	const scene = makeScene();
	const { top, height } = scene.layout.rect(3);
	expect(scene.shows(3, at(0, top + height - 1))).toBe(true);
	expect(scene.shows(3, at(0, top + height + 1))).toBe(false);
	expect(scene.shows(3, at(0, top - 799))).toBe(true);
	expect(scene.shows(3, at(0, top - 801))).toBe(false);
	expect(scene.shows(3, at(1000, top))).toBe(false);
});
