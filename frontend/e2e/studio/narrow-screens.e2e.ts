import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { layoutProblems } from "../support/layout";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openScreen, screens } from "../support/screens";

// Every screen of the studio fits into the window of a phone, of a tablet and of a small computer, even with text of
// twice the size.

const browser = new Browser();
let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

const computer = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const smaller = [{ width: 1024, height: 768 }, { width: 768, height: 1024 }, phone];

/** Changes the sizes of the window and of the text, and waits until the resize observers have run. */
async function resize(page: Page, size: { width: number; height: number }, rem = 16): Promise<void> {
	await page.setViewportSize(size);
	await page.evaluate(async (fontSize) => {
		document.documentElement.style.fontSize = `${fontSize}px`;
		window.dispatchEvent(new Event("resize"));
		for (let frame = 0; frame < 4; frame++) {
			await new Promise(requestAnimationFrame);
		}
	}, rem);
}

test.each(screens)("nothing is cut off, off the edge or covered: $name", async (screen) => {
	for (const start of screen.isAtPoint === true ? smaller : [computer]) {
		const page = await openScreen(browser, screen, server, { viewport: start, expected: /404/ });
		for (const size of screen.isAtPoint === true ? [start] : smaller) {
			await resize(page, size);
			expect.soft(await layoutProblems(page), `${size.width} px wide`).toEqual([]);
		}
		for (const size of screen.isAtPoint === true ? [] : [phone, computer]) {
			await resize(page, size, 32);
			expect.soft(await layoutProblems(page), `${size.width} px wide, text of twice the size`).toEqual([]);
		}
	}
});
