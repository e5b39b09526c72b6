import type { CDPSession, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { Browser, fieldValue, lettersBox, scrollTop, wordsOf } from "../support/browser";
import { makePDF } from "../support/documents";
import { readyPDF } from "../support/library";

const browser = new Browser();
const phone = { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true };

let document = "";

beforeAll(async () => {
	document = await readyPDF("touch.pdf", makePDF(9));
});

type Point = readonly [x: number, y: number];

/** Puts fingers down, moves each through its points, and lifts them. */
async function move(client: CDPSession, ...fingers: readonly (readonly Point[])[]): Promise<void> {
	const at = (step: number) =>
		fingers.map((points, id) => ({ x: points[step]?.[0] ?? 0, y: points[step]?.[1] ?? 0, id }));
	await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
	for (let step = 1; step < (fingers[0]?.length ?? 0); step++) {
		await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step) });
	}
	await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

function factor(page: Page): Promise<number> {
	return page.locator("#zoom-value").innerText().then(Number.parseFloat);
}

test("two fingers zoom, and what is between them stays there", async () => {
	const page = await browser.open(document, phone);
	const word = page.locator(".text span", { hasText: "gamma" }).first();
	await wordsOf(page, 1);
	const before = await lettersBox(word);
	const was = await factor(page);
	const [x, y] = [before.x, before.y];
	const client = await page.context().newCDPSession(page);
	const along = (from: number, to: number): Point[] =>
		Array.from({ length: 6 }, (_, i) => [x + from + ((to - from) * i) / 5, y]);
	await move(client, along(-30, -60), along(30, 60));
	await expect.poll(() => factor(page)).toBeCloseTo(2 * was, -1);
	await expect.poll(async () => Math.abs((await lettersBox(word)).x - x)).toBeLessThan(6);
	expect(Math.abs((await lettersBox(word)).y - y)).toBeLessThan(6);
	expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1); // the controls stay as they are
});

test("two fingers that stay apart move the page", async () => {
	const page = await browser.open(document, phone);
	await wordsOf(page, 1);
	const client = await page.context().newCDPSession(page);
	const up = (x: number): Point[] => Array.from({ length: 6 }, (_, i) => [x, 500 - 40 * i]);
	await move(client, up(120), up(240));
	await expect.poll(() => scrollTop(page)).toBeGreaterThan(150);
});

test("a double tap makes the page larger at that place, and fitting again", async () => {
	const page = await browser.open(document, phone);
	const word = page.locator(".text span", { hasText: "gamma" }).first();
	await wordsOf(page, 1);
	const { x, y } = await lettersBox(word);
	const was = await factor(page);
	const tapTwice = async () => {
		await page.touchscreen.tap(x, y);
		await page.touchscreen.tap(x, y);
	};
	await tapTwice();
	await expect.poll(() => factor(page)).toBeGreaterThan(2 * was);
	await expect.poll(async () => Math.abs((await lettersBox(word)).x - x)).toBeLessThan(6);
	await tapTwice();
	await expect.poll(() => factor(page)).toBe(was);
});

test("one finger scrolls, and the page field follows", async () => {
	const page = await browser.open(document, phone);
	await wordsOf(page, 1);
	const client = await page.context().newCDPSession(page);
	for (let swipe = 0; swipe < 3; swipe++) {
		await move(
			client,
			Array.from({ length: 12 }, (_, i): Point => [190, 650 - 50 * i]),
		);
	}
	await expect.poll(async () => Number(await fieldValue(page))).toBeGreaterThan(1);
});
