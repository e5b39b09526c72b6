import { afterAll, beforeAll, expect, test } from "vitest";
import { call, makeSession, upload, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { openDesigner, previewStyle, propertyRow, storedSet } from "../support/designer";
import { makePDF } from "../support/documents";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** A separate server, so that no other test deletes the document that is shown in the preview. */
let server: Server;
let document = "";

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(2), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	document = id;
});

afterAll(() => server.stop());

test("no background is repainted if no color is readable in light and in dark mode", async () => {
	const { page, name } = await openDesigner(browser, server, "theme", { topbarColor: "#11111180" });
	const row = propertyRow(page, "topbarColor");
	await row.getByText("No single color is readable in both light and dark mode").waitFor();
	expect(await page.getByRole("button", { name: /^Fix/ }).count()).toBe(0);

	// Other colors can still be fixed.
	await propertyRow(page, "interfaceBackgroundColor").getByRole("textbox").fill("#888888");
	await propertyRow(page, "interfaceColor").getByRole("textbox").fill("#777777");
	await page.getByRole("button", { name: "Fix all" }).click();
	await page.getByText("1 color pair has too little contrast").waitFor();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Saved", { exact: true }).waitFor();
	const stored = await storedSet("theme", name, server);
	expect(stored).toMatchObject({ topbarColor: "#11111180", interfaceBackgroundColor: "#888888" });
	expect(stored).not.toHaveProperty("topbarBackgroundColor");

	// If the theme sets the background of the top bar, a single color is readable in both modes.
	await propertyRow(page, "topbarBackgroundColor").getByRole("textbox").fill("#222222");
	await row.getByRole("button", { name: "Fix", exact: true }).click();
	await expect.poll(() => page.getByText("too little contrast").count()).toBe(0);
});

test("a main color with too little contrast is adapted for each mode, without a warning", async () => {
	const { page } = await openDesigner(browser, server, "theme", { interfaceAccentColor: "#0a3d91" });
	const row = propertyRow(page, "interfaceAccentColor");
	const note = row.getByText("In dark mode, the viewer uses this tone");
	await note.waitFor();
	expect(await row.getByText("In light mode").count()).toBe(0);
	expect(await page.getByText("too little contrast").count()).toBe(0);
	expect(await page.getByRole("button", { name: /^Fix/ }).count()).toBe(0);

	// In dark mode, the preview uses the color in the note, even around the current page, which is white in both modes.
	const [hex = ""] = /#[0-9a-f]{6}/.exec(await note.innerText()) ?? [];
	const channels = (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16));
	for (const [mode, color] of [
		["Light", "rgb(10, 61, 145)"],
		["Dark", `rgb(${channels.join(", ")})`],
	] as const) {
		await page.getByRole("button", { name: "Appearance" }).click();
		await page.getByRole("menu").getByText(mode, { exact: true }).click();
		for (const [selector, property] of [
			[".side-tabs [aria-selected=true]", "border-bottom-color"],
			[".thumbnails .page[aria-current]", "outline-color"],
		] as const) {
			await expect.poll(() => previewStyle(page, selector, property)).toBe(color);
		}
	}

	// If the theme sets the background, the viewer uses the same tone in both modes.
	await propertyRow(page, "interfaceBackgroundColor").getByRole("textbox").fill("#222222");
	await row.getByText("For better contrast, the viewer uses this tone").waitFor();
	expect(await page.getByText("too little contrast").count()).toBe(0);
});

test("the note about a color that was just entered is visible", async () => {
	const { page } = await openDesigner(browser, server, "theme");
	const row = propertyRow(page, "topbarColor");
	const field = row.getByRole("textbox");
	await field.scrollIntoViewIfNeeded();
	// Scrolls the row to the bottom of the panel. A note below the row is visible only if the panel then scrolls again.
	await row.evaluate((element) => {
		element.scrollIntoView({ block: "end" });
	});
	await field.fill("#11111180");
	const groups = page.getByRole("group", { name: "Properties" });
	const isNoteVisible = async () => {
		const note = await row.getByText("No single color is readable").boundingBox();
		const area = await groups.boundingBox();
		return note !== null && area !== null && note.y + note.height <= area.y + area.height + 1;
	};
	await expect.poll(isNoteVisible).toBe(true);
});

test.each([
	["theme", "Share → More → Theme"],
	["profile", "Share → More → Profile"],
] as const)("after saving, the page says how to use a %s, or that it is used", async (kind, path) => {
	const values = kind === "theme" ? { topbarColor: "#101010" } : { homeURL: "https://example.com/" };
	const { page, name } = await openDesigner(browser, server, kind, values);
	const save = page.getByRole("button", { name: "Save", exact: true });
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Usage" }).click();
	await page.getByRole("dialog").getByText(`choose it under ${path}`).waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Reset all" }).click();
	await save.click();
	const log = page.getByRole("log");
	await log.getByText(`“${name}” was saved. To use it, choose it under ${path}.`).waitFor();

	const { id } = await makeSession(document, 60, server, { [kind]: name });
	await page.getByRole("button", { name: "Undo" }).click();
	await save.click();
	await log.getByText(`“${name}” was saved and now applies to readers.`).waitFor();
	await page.getByRole("button", { name: "More" }).last().click();
	await page.getByRole("menuitem", { name: "Usage" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByText("designed.pdf").waitFor();
	expect(await dialog.getByText(path).count()).toBe(0);
	await call("DELETE", `/session/${id}`, undefined, server);
});
