import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findingsInAppearances } from "../support/appearances";
import { Browser } from "../support/browser";
import { propertyRow } from "../support/designer";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openScreen, screenNamed, screens } from "../support/screens";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";

const browser = new Browser();

let server: FilledServer;
/** A server whose library is empty. */
let emptyServer: Server;

beforeAll(async () => {
	[server, emptyServer] = await Promise.all([startFilledServer(), startServer()]);
});

afterAll(async () => {
	await Promise.all([server.stop(), emptyServer.stop()]);
});

test.for(screens.map((screen) => [screen.name, screen] as const))(
	"axe finds nothing in any appearance of the studio: %s",
	async ([, screen]) => {
		const page = await openScreen(browser, screen, server, {
			viewport: { width: 1440, height: 900 },
			expected: /status of 404/, // for the document that does not exist
		});
		expect(await findingsInAppearances(page)).toEqual([]);
	},
);

/** Lists and panels that open over a screen, each with the screen and a function that opens it. */
const layers: readonly (readonly [layer: string, screen: string, open: (page: Page) => Promise<unknown>])[] =
	[
		["list of a setting", "settings: general", (page) => openList(page.getByRole("main"))],
		[
			"list in a dialog",
			"dialog of a watched folder with all settings",
			(page) => openList(page.getByRole("dialog")),
		],
		["list of fonts", "editor of a theme", (page) => openList(propertyRow(page, "interfaceFontFamily"))],
		["end of a link", "share dialog", (page) => openPanel(page.locator(".inline-choice").first())],
		["rights of a link", "share dialog", (page) => openPanel(page.locator(".inline-choice").last())],
		[
			"color",
			"editor of a theme",
			(page) => openPanel(propertyRow(page, "topbarBackgroundColor").getByRole("button").first()),
		],
	];

test.for(layers)("axe finds nothing when this is open: %s", async ([, name, open]) => {
	const screen = screenNamed(name);
	const page = await openScreen(browser, screen, server, { viewport: { width: 1440, height: 900 } });
	await open(page);
	// The sizes of controls are not checked, because controls that the layer partly covers would be reported as too
	// small.
	expect(await findingsInAppearances(page, ["target-size"])).toEqual([]);
});

async function openList(parent: Locator): Promise<void> {
	const button = parent.getByRole("combobox").or(parent.locator("[aria-haspopup=listbox]")).first();
	await button.click();
	await button.page().getByRole("listbox").waitFor();
}

async function openPanel(button: Locator): Promise<void> {
	await button.click();
	await button.page().locator(".ui-float:visible").waitFor();
}

test.each([
	"library",
	"library/trash",
	"library?q=nothing",
	"folders",
	"templates",
	"designer/profile",
	"designer/theme",
	"activity",
	"activity/fetches",
	"activity/tasks",
	"activity/webhooks",
])("axe finds nothing on a page of an empty library: %s", async (address) => {
	const page = await openStudio(browser, `#/${address}`, {}, emptyServer);
	await page.getByRole("heading", { level: 1 }).waitFor();
	expect(await findingsInAppearances(page)).toEqual([]);
});

test("axe finds nothing on the sign-in page", async () => {
	const page = await browser.open(`${emptyServer.url}/`, { origin: emptyServer.url, expected: /401/ });
	await page.getByLabel("API key").fill("wrong");
	await page.keyboard.press("Enter");
	await page.getByRole("alert").waitFor();
	expect(await findingsInAppearances(page)).toEqual([]);
});
