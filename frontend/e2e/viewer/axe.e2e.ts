import { afterAll, beforeAll, expect, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { Browser } from "../support/browser";
import { type Server, startServer } from "../support/server";
import { makeViewerAddresses, type ViewerAddresses, viewerScreens } from "../support/viewer-screens";

const browser = new Browser();

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
	"axe finds nothing in any appearance of the viewer: %s",
	async ([, { open, expected }]) => {
		const page = await browser.open("about:blank", { origin: server.url, ...(expected && { expected }) });
		await open(page, addresses, server);
		expect(await findingsInAppearances(page)).toEqual([]);
	},
);
