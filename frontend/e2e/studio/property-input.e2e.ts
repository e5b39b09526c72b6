import { afterAll, beforeAll, expect, test } from "vitest";
import designer from "../../src/studio/languages/en/designer.json";
import { Browser } from "../support/browser";
import { openDesigner, previewStyle, propertyRow, storedSet } from "../support/designer";
import { makePDF } from "../support/documents";
import { putSettings, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";
import { touchScreen } from "../support/touch-targets";

const browser = new Browser();

/** A separate server, so that no other test deletes the document that is shown in the preview. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(1), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
});

afterAll(() => server.stop());

/** Creates a profile or a theme, and opens it in the designer. */
function openNewDesigner(kind: "profile" | "theme", values: object = {}) {
	return openDesigner(browser, server, kind, values);
}

test("keeps an invalid color in its field, shows an error, and saves nothing until it is valid", async () => {
	const { page, name } = await openNewDesigner("theme", { topbarBackgroundColor: "#222266" });
	const line = propertyRow(page, "topbarBackgroundColor");
	const field = line.getByRole("textbox");
	await field.fill("#2222");
	await field.fill("#2222zz");
	await page.getByRole("searchbox", { name: "Find a property" }).focus();
	const alert = line.getByRole("alert");
	await alert.getByText("“#2222zz” is not a color").waitFor();
	expect(await field.inputValue()).toBe("#2222zz");
	expect(await field.getAttribute("aria-invalid")).toBe("true");
	await expect
		.poll(() => previewStyle(page, ".bar-title", "background-color"))
		.toBe("rgba(34, 34, 34, 0.133)");
	await page.keyboard.press("Control+s");
	await page.getByText("Not saved: the value of “Background” is not valid.").waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ topbarBackgroundColor: "#222266" });
	await field.focus();
	await page.keyboard.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("#22222222");
	await alert.waitFor({ state: "detached" });
	expect(await field.getAttribute("aria-invalid")).toBeNull();
});

test("shows an error before Escape reverts an invalid value", async () => {
	const { page } = await openNewDesigner("theme", { topbarBackgroundColor: "#222266" });
	const line = propertyRow(page, "topbarBackgroundColor");
	const field = line.getByRole("textbox");
	await field.fill("blu");
	await page.keyboard.press("Escape");
	await line.getByRole("alert").waitFor();
	expect(await field.inputValue()).toBe("blu");
	await page.keyboard.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("#222266");
});

test("reads the URL of a picture when it is typed completely", async () => {
	const { page } = await openNewDesigner("theme");
	const line = propertyRow(page, "logo");
	const field = line.getByRole("textbox");
	await field.fill("example.com");
	expect(await field.getAttribute("aria-invalid")).toBeNull();
	await field.blur();
	await line.getByRole("alert").getByText("starts with https:// or http://").waitFor();
	await field.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("");
});

test("keeps invalid font families in their field, and shows an error", async () => {
	const { page } = await openNewDesigner("theme", { interfaceFontFamily: "Papyrus, fantasy" });
	const line = propertyRow(page, "interfaceFontFamily");
	const field = line.getByRole("textbox");
	await field.fill("Papyrus,");
	await field.blur();
	await line.getByRole("alert").getByText("font families, separated by commas").waitFor();
	expect(await field.inputValue()).toBe("Papyrus,");
	expect(await line.locator("[id=property-interfaceFontFamily]").count()).toBe(1);
});

test.each([
	["openedPage", "0", "Enter a whole number from 1 to ", "3"],
	["homeURL", "example.com", "starts with https:// or http://", "https://example.com/"],
	["watermark", "{today}", "{today} cannot be used here", "{date}"],
	["watermark", "a".repeat(1001), "Enter at most ", "Draft"],
	["frameAncestors", "self", "'self' or 'none' with quotes", "'self'"],
])("keeps an invalid %s in its field, and shows an error", async (property, bad, alert, good) => {
	const { page, name } = await openNewDesigner("profile");
	const line = propertyRow(page, property);
	const field = line.locator("input");
	await field.fill(bad);
	await field.blur();
	await line.getByRole("alert").getByText(alert).waitFor();
	expect(await field.inputValue()).toBe(bad);
	await field.fill(good);
	await field.blur();
	await expect.poll(() => line.getByRole("alert").count()).toBe(0);
	await page.keyboard.press("Control+s");
	await page.getByText("was saved").waitFor();
	const value = property === "openedPage" ? Number(good) : good;
	expect(await storedSet("profile", name, server)).toEqual({ [property]: value });
});

test.each([
	["in the place of what was wrong", 4, 11, "For {name} only", 0],
	["beside what stays wrong", 0, 0, "{name}For {today} only", 1],
])("inserts a placeholder into an invalid value, %s", async (_where, from, to, expected, alerts) => {
	const { page } = await openNewDesigner("profile", { watermark: "Draft" });
	const line = propertyRow(page, "watermark");
	const field = line.locator("input");
	await field.fill("For {today} only");
	await field.evaluate(
		(element: HTMLInputElement, range) => {
			element.setSelectionRange(...range);
		},
		[from, to] as const,
	);
	await line.getByRole("button", { name: "Insert {name}" }).click();
	await expect.poll(() => field.inputValue()).toBe(expected);
	await expect.poll(() => line.getByRole("alert").count()).toBe(alerts);
	await field.blur();
	expect(await field.inputValue()).toBe(expected);
});

test("on a touch screen, a row is not highlighted after a tap, and no image can be dropped", async () => {
	await putSettings("theme", "tapped", {}, server);
	const options = { ...touchScreen, viewport: { width: 1440, height: 900 } };
	const page = await openStudio(browser, "#/designer/theme/tapped", options, server);
	const row = propertyRow(page, "logo");
	await row.getByText(designer.emptyPicture, { exact: true }).tap();
	await row.getByText(designer.emptyPicture, { exact: true }).waitFor();
	expect(await row.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe("rgba(0, 0, 0, 0)");
	expect(await page.getByText(designer.dropPicture).count()).toBe(0);
});

test("a new theme has a name of its own, in which spaces become hyphens", async () => {
	const page = await openStudio(browser, "#/designer/theme", {}, server);
	await page.getByRole("button", { name: designer.newTheme, exact: true }).first().click();
	const dialog = page.getByRole("dialog", { name: designer.newTheme });
	await dialog.getByText("Spaces become hyphens.").waitFor();
});
