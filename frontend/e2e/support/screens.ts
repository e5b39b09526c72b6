import type { Locator, Page } from "playwright-core";
import activity from "../../src/studio/languages/en/activity.json";
import designer from "../../src/studio/languages/en/designer.json";
import folders from "../../src/studio/languages/en/folders.json";
import intake from "../../src/studio/languages/en/intake.json";
import library from "../../src/studio/languages/en/library.json";
import reading from "../../src/studio/languages/en/reading.json";
import settings from "../../src/studio/languages/en/settings.json";
import templates from "../../src/studio/languages/en/templates.json";
import type { Browser, OpenOptions } from "./browser";
import { previewFrame } from "./designer";
import { type FilledServer, readyName, type ScreenData } from "./screen-data";
import { documentCard, openStudio } from "./studio";
import { dropFile } from "./templates";

/** A screen of the studio, or a state of a screen, with the steps that lead to it in the English interface. */
export interface Screen {
	readonly name: string;
	/** Returns the fragment of the screen's URL, with the hash. */
	readonly address: (data: ScreenData) => string;
	/** Brings the screen into its state after its address was opened. Resolves when the screen is completely shown. */
	readonly prepare: (page: Page) => Promise<unknown>;
	/**
	 * Whether an element, such as an open menu, does not move if the size of the window changes. Tests must
	 * then open the screen again for each size.
	 */
	readonly isAtPoint?: boolean;
}

/** Opens a screen of the studio on a server that `startFilledServer` has started. */
export async function openScreen(
	browser: Browser,
	screen: Screen,
	server: FilledServer,
	options: OpenOptions = {},
): Promise<Page> {
	const page = await openStudio(browser, screen.address(server.data), options, server);
	await screen.prepare(page);
	return page;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
const card = (page: Page) => documentCard(page, /Annual report/);
const button = (parent: Page | Locator, name: string) => parent.getByRole("button", { name, exact: true });

/** Waits until a dialog is visible, and returns it. */
async function dialogOf(page: Page): Promise<Locator> {
	const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
	await dialog.waitFor();
	return dialog;
}

async function chooseFromMenu(page: Page, item: string): Promise<Locator> {
	await card(page).click({ button: "right" });
	await page.getByRole("menuitem", { name: item }).click();
	return dialogOf(page);
}

async function share(page: Page): Promise<Locator> {
	const dialog = await chooseFromMenu(page, library.share);
	await button(dialog, reading.create).waitFor();
	await dialog.getByText(reading.noSessions).or(dialog.getByText(reading.sessions)).first().waitFor();
	return dialog;
}

async function watch(page: Page): Promise<Locator> {
	await button(page, folders.add).first().click();
	return dialogOf(page);
}

function screenAt(
	name: string,
	address: string,
	prepare: (page: Page) => Promise<unknown> = heading,
): Screen {
	return { name, address: () => address, prepare };
}

const libraryScreens: readonly Screen[] = [
	screenAt("library", "#/library", (page) => card(page).locator("img").first().waitFor()),
	screenAt("library as a list", "#/library", async (page) => {
		await button(page, library.list).click();
		await card(page).waitFor();
	}),
	screenAt("selection in the library", "#/library", (page) => card(page).click({ modifiers: ["Control"] })),
	{
		...screenAt("menu of a document", "#/library", async (page) => {
			await card(page).click({ button: "right" });
			await page.getByRole("menu").waitFor();
		}),
		isAtPoint: true,
	},
	screenAt("menu of a button", "#/library", async (page) => {
		await button(page, library.sort).click();
		await page.getByRole("menu").waitFor();
	}),
	screenAt("documents with problems", "#/library/failed", (page) =>
		button(page, library.unlockTitle.replace("{name}", "protected.pdf")).waitFor(),
	),
	screenAt("trash", "#/library/trash", (page) => documentCard(page, /outdated/).waitFor()),
	screenAt("empty section", "#/library/favorites", (page) =>
		page.getByText(library.emptyFavorites).waitFor(),
	),
	{
		name: "empty collection",
		address: ({ emptyCollection }) => `#/library/collection/${emptyCollection}`,
		prepare: (page) => page.getByText(library.emptyCollection).waitFor(),
	},
	screenAt("search", "#/library?q=offer", async (page) => {
		await page.locator("[data-result^=name]").first().waitFor();
		await page.locator("[data-result]:not([data-result^=name])").first().waitFor();
	}),
	screenAt("search without results", "#/library?q=zebra", heading),
	screenAt("rename dialog", "#/library", (page) => chooseFromMenu(page, library.renameItem)),
	screenAt("tags dialog", "#/library", (page) => chooseFromMenu(page, library.tagsItem)),
	screenAt("delete dialog", "#/library/trash", async (page) => {
		await documentCard(page, /outdated/).click({ button: "right" });
		await page.getByRole("menuitem", { name: library.deleteForGood }).click();
		await dialogOf(page);
	}),
	screenAt("address dialog", "#/library", async (page) => {
		await button(page, library.add).click();
		await page.getByRole("menuitem", { name: library.addUrl }).click();
		await dialogOf(page);
	}),
	screenAt("panel of added files", "#/library", async (page) => {
		await card(page).waitFor();
		await dropFile(page, "empty file with a name that is rather long for its place.pdf", new Uint8Array());
		await page.getByText(intake.empty).waitFor();
	}),
];

const readingScreens: readonly Screen[] = [
	{
		name: "document",
		address: ({ documents }) => `#/document/${documents.ready}`,
		prepare: (page) =>
			page.frameLocator("iframe:visible").locator("#pages .page[data-state=drawn]").first().waitFor(),
	},
	{
		name: "document that failed",
		address: ({ documents }) => `#/document/${documents.failed}`,
		prepare: (page) => page.getByRole("heading", { name: reading.failed }).waitFor(),
	},
	screenAt("document that does not exist", "#/document/0", (page) =>
		page.getByRole("heading", { name: reading.missing }).waitFor(),
	),
	screenAt("share dialog", "#/library", share),
	screenAt("share dialog with all options", "#/library", async (page) => {
		await button(await share(page), reading.more).click();
	}),
	screenAt("share dialog with the code of a page", "#/library", async (page) => {
		await (await share(page)).getByRole("radio", { name: reading.embed }).click();
	}),
	screenAt("share dialog with a link", "#/library", async (page) => {
		const dialog = await share(page);
		await button(dialog, reading.create).click();
		await dialog.getByRole("status").first().waitFor();
	}),
];

const editorScreens: readonly Screen[] = [
	screenAt("profiles", "#/designer/profile"),
	screenAt("themes", "#/designer/theme"),
	screenAt("new theme dialog", "#/designer/theme", async (page) => {
		await button(page, designer.newTheme).click();
		await dialogOf(page);
	}),
	...(["profile/for-customers-without-download", "theme/corporate-identity-of-the-year-2026"] as const).map(
		(set): Screen =>
			screenAt(`editor of a ${set.split("/")[0] ?? ""}`, `#/designer/${set}`, async (page) => {
				await previewFrame(page)
					.locator("#pages .page[data-state=drawn]")
					.first()
					.waitFor({ state: "attached" });
			}),
	),
	screenAt("templates", "#/templates", (page) => page.locator("main li img").first().waitFor()),
	screenAt("guide to templates", "#/templates", async (page) => {
		await button(page, templates.guide).click();
		await dialogOf(page);
	}),
	...(["data", "rows", "tags", "versions", "tasks"] as const).map((part): Screen => ({
		name: `template: ${templates[`part-${part}`]}`,
		address: ({ template }) => `#/templates/${template}`,
		prepare: async (page) => {
			await button(page, templates[`part-${part}`]).click();
		},
	})),
];

const settingsParts = [
	"general",
	"shortcuts",
	"keys",
	"network",
	"limits",
	"storage",
	"templates",
	"backup",
	"check",
];

const otherScreens: readonly Screen[] = [
	{
		name: "watched folders",
		address: () => "#/folders",
		prepare: (page) => page.getByRole("main").getByRole("listitem").first().waitFor(),
	},
	{
		name: "arrivals of a watched folder",
		address: ({ folder }) => `#/folders/${folder}`,
		prepare: (page) => page.getByText(folders.noArrivals).waitFor(),
	},
	screenAt("dialog of a watched folder", "#/folders", watch),
	screenAt("dialog of a watched folder with all settings", "#/folders", async (page) => {
		await button(await watch(page), reading.more).click();
	}),
	screenAt("activity: conversions", "#/activity", async (page) => {
		await page.getByLabel(library.passwordOf.replace("{name}", "protected.pdf")).waitFor();
	}),
	screenAt("activity: steps of a conversion", "#/activity", async (page) => {
		await button(page, activity.steps.replace("{name}", readyName)).click();
		await page.getByRole("table").waitFor();
	}),
	...["fetches", "tasks", "webhooks"].map((part) => screenAt(`activity: ${part}`, `#/activity/${part}`)),
	screenAt("settings", "#/settings"),
	screenAt("settings: links", "#/settings/links", (page) =>
		page.getByRole("region", { name: reading.sessions }).getByRole("listitem").first().waitFor(),
	),
	...settingsParts.map((part) => screenAt(`settings: ${part}`, `#/settings/${part}`)),
	screenAt("new key dialog", "#/settings/keys", async (page) => {
		await button(page, settings.newKey).click();
		await dialogOf(page);
	}),
	screenAt("developers", "#/developers"),
	screenAt("shortcuts dialog", "#/library", async (page) => {
		await card(page).waitFor();
		await page.keyboard.press("?");
		await dialogOf(page);
	}),
];

/** All screens of the studio, and all states of them whose layout differs. */
export const screens: readonly Screen[] = [
	...libraryScreens,
	...readingScreens,
	...editorScreens,
	...otherScreens,
];

/** Returns the screen with a name. Throws an error if there is none. */
export function screenNamed(name: string): Screen {
	const screen = screens.find((one) => one.name === name);
	if (screen === undefined) {
		throw new Error(`there is no screen ${name}`);
	}
	return screen;
}
