import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { type Server, startServer } from "../support/server";
import { smallTargets, touchScreen } from "../support/touch-targets";
import { makeViewerAddresses, type ViewerAddresses, viewerScreens } from "../support/viewer-screens";

// Fingers hit every control of the viewer, on a tablet and on a telephone, upright and on its side.

const browser = new Browser();
const screens = [
	{ width: 1200, height: 800 },
	{ width: 390, height: 844 },
	{ width: 740, height: 390 },
];

let server: Server;
let addresses: ViewerAddresses;

beforeAll(async () => {
	server = await startServer();
	addresses = await makeViewerAddresses(server);
});

afterAll(async () => {
	await server.stop();
});

test.for(viewerScreens.map((screen) => [screen.name, screen] as const))(
	"controls are large enough for fingers: %s",
	async ([, { open, expected, isAtPoint }]) => {
		for (const viewport of isAtPoint === true ? screens : screens.slice(0, 1)) {
			const options = { ...touchScreen, viewport, origin: server.url, ...(expected && { expected }) };
			const page = await browser.open("about:blank", options);
			await open(page, addresses, server);
			for (const size of isAtPoint === true ? [viewport] : screens) {
				await page.setViewportSize(size);
				expect.soft(await smallTargets(page), `${size.width} px wide`).toEqual([]);
			}
		}
	},
);
