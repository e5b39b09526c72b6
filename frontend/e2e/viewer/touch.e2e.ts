import type { CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Browser, pageFieldValue, pageText, scrollTop, textBox } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { search } from "../support/search";

const browser = new Browser();
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };

let document = "";

beforeAll(async () => {
	document = await uploadAndOpenPDF("touch.pdf", makePDF(9));
});

type Point = readonly [x: number, y: number];

/** Touches the screen with several fingers, moves each finger along a list of points, and lifts the fingers. */
async function touchMove(client: CDPSession, ...fingers: readonly (readonly Point[])[]): Promise<void> {
	const at = (step: number) =>
		fingers.map((points, id) => ({ x: points[step]?.[0] ?? 0, y: points[step]?.[1] ?? 0, id }));
	await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
	for (let step = 1; step < (fingers[0]?.length ?? 0); step++) {
		await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step) });
	}
	await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

function zoomFactor(page: Page): Promise<number> {
	return page.locator("#zoom-value").innerText().then(Number.parseFloat);
}

test("two fingers zoom, and the point between them keeps its position", async () => {
	const page = await browser.open(document, phone);
	const word = page.locator(".text span", { hasText: "gamma" }).first();
	await pageText(page, 1);
	const before = await textBox(word);
	const initialZoom = await zoomFactor(page);
	const [x, y] = [before.x, before.y];
	const client = await page.context().newCDPSession(page);
	const horizontalPath = (from: number, to: number): Point[] =>
		Array.from({ length: 6 }, (_, i) => [x + from + ((to - from) * i) / 5, y]);
	await touchMove(client, horizontalPath(-30, -60), horizontalPath(30, 60));
	await expect.poll(() => zoomFactor(page)).toBeCloseTo(2 * initialZoom, -1);
	await expect.poll(async () => Math.abs((await textBox(word)).x - x)).toBeLessThan(6);
	await expect.poll(async () => Math.abs((await textBox(word)).y - y)).toBeLessThan(6);
	expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1); // the browser itself has not zoomed
});

test("two fingers that stay apart move the page", async () => {
	const page = await browser.open(document, phone);
	await pageText(page, 1);
	const client = await page.context().newCDPSession(page);
	const upwardPath = (x: number): Point[] => Array.from({ length: 6 }, (_, i) => [x, 500 - 40 * i]);
	await touchMove(client, upwardPath(120), upwardPath(240));
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(150);
});

test("a double tap enlarges the page at that point, and the next one fits it again", async () => {
	const page = await browser.open(document, phone);
	const word = page.locator(".text span", { hasText: "gamma" }).first();
	await pageText(page, 1);
	const { x, y } = await textBox(word);
	const initialZoom = await zoomFactor(page);
	const tapTwice = async () => {
		await page.touchscreen.tap(x, y);
		await page.touchscreen.tap(x, y);
	};
	await tapTwice();
	await expect.poll(() => zoomFactor(page)).toBeGreaterThan(2 * initialZoom);
	await expect.poll(async () => Math.abs((await textBox(word)).x - x)).toBeLessThan(6);
	await tapTwice();
	await expect.poll(() => zoomFactor(page)).toBe(initialZoom);
});

test("one finger scrolls, and the page field follows", async () => {
	const page = await browser.open(document, phone);
	await pageText(page, 1);
	const client = await page.context().newCDPSession(page);
	for (let swipe = 0; swipe < 3; swipe++) {
		await touchMove(
			client,
			Array.from({ length: 12 }, (_, i): Point => [190, 650 - 50 * i]),
		);
	}
	await expect.poll(async () => Number(await pageFieldValue(page))).toBeGreaterThan(1);
});

test.each([320, 390])("the search takes up two rows of a phone that is %i pixels wide", async (width) => {
	const page = await browser.open(document, { ...phone, viewport: { width, height: 844 } });
	await search(page, "beta", "1 of 9");
	const tops = await page.locator("#finder :is(input, button)").evaluateAll((controls) =>
		controls.map((control) => {
			const { top, height } = control.getBoundingClientRect();
			return Math.round(top + height / 2);
		}),
	);
	expect(new Set(tops).size).toBe(2);
	expect((await page.locator("#finder").boundingBox())?.height).toBeLessThan(110);
});
