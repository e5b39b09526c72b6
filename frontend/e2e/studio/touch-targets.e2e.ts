import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { layoutProblems } from "../support/layout";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openScreen, screens } from "../support/screens";
import { smallTargets, touchScreen } from "../support/touch-targets";

// Every control of the studio is large enough for a finger, on a tablet and on a telephone, and the pages have room for
// controls of this size.

const browser = new Browser();
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

test.each(screens)("controls are large enough for fingers: $name", async (screen) => {
	for (const viewport of screen.isAtPoint === true ? [tablet, phone] : [tablet]) {
		const page = await openScreen(browser, screen, server, { ...touchScreen, viewport, expected: /404/ });
		for (const size of screen.isAtPoint === true ? [viewport] : [tablet, phone]) {
			await page.setViewportSize(size);
			await page.evaluate(async () => {
				for (let frame = 0; frame < 4; frame++) {
					await new Promise(requestAnimationFrame); // four frames are enough for all resize observers
				}
			});
			expect.soft(await smallTargets(page), `${size.width} px wide`).toEqual([]);
			expect.soft(await layoutProblems(page), `${size.width} px wide`).toEqual([]);
		}
	}
});
