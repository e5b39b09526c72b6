import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uploadReady } from "../support/api";
import { Browser } from "../support/browser";
import { edges, systemColor } from "../support/forced-colors";
import { type Server, startServer } from "../support/server";
import { documentCard, goToSettings, openStudio } from "../support/studio";

// In forced colors (high contrast), backgrounds and shadows are invisible, so edges and states are shown by borders and
// outlines.

const browser = new Browser();

/** A separate server: documents of other tests would move the cards. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

beforeAll(async () => {
	await uploadReady("contrast.pdf", 1, server);
});

const open = (): Promise<Page> => openStudio(browser, "#/library", { forcedColors: "active" }, server);

test("a selected card has an outline", async () => {
	const page = await open();
	const card = documentCard(page, /contrast/);
	await card.click({ modifiers: ["Control"] });
	const cell = page.locator('[role="gridcell"][aria-selected="true"]');
	await cell.waitFor();
	expect(await edges(cell)).toMatchObject({ outlineStyle: "solid" });
});

test("the chosen view of the library, and the page that is shown, have outlines", async () => {
	const page = await open();
	await documentCard(page, /contrast/).waitFor();
	const highlight = await systemColor(page, "Highlight");
	for (const state of ['[aria-pressed="true"], .ui-segment[data-state="checked"]', "nav a[aria-current]"]) {
		expect(await edges(page.locator(state))).toMatchObject({
			outlineStyle: "solid",
			outlineColor: highlight,
		});
	}
});

test("dialogs and menus have edges, and switches show their state", async () => {
	const page = await open();
	await goToSettings(page, "limits");
	await page.getByRole("combobox").first().click();
	expect(await edges(page.locator(".ui-float"))).toMatchObject({
		borderTopStyle: "solid",
		borderTopWidth: "1px",
	});
	await page.keyboard.press("Escape");
	await page.evaluate(() => {
		location.hash = "#/folders";
	});
	await page.getByRole("button", { name: "Watch a folder" }).first().click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "More" }).click();
	const toggle = dialog.getByRole("switch").first();
	await toggle.waitFor();
	expect(await edges(dialog)).toMatchObject({ borderTopStyle: "solid", borderTopWidth: "1px" });
	expect(await edges(toggle)).toMatchObject({ borderTopStyle: "solid", borderTopWidth: "1px" });
	const pictures: string[] = [];
	for (let press = 0; press < 2; press++) {
		pictures.push((await toggle.screenshot()).toString("base64"));
		const checked = await toggle.getAttribute("aria-checked");
		await toggle.press("Space");
		await expect.poll(() => toggle.getAttribute("aria-checked")).not.toBe(checked);
	}
	expect(pictures[0]).not.toBe(pictures[1]);
});
