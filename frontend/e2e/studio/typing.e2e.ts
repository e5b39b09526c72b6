import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { openDesigner, row, storedSet, style } from "../support/designing";
import { makePDF } from "../support/documents";
import { documentWhen, upload } from "../support/library";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** A library of its own: what is previewed is not deleted by others. */
let server: Server;

beforeAll(async () => {
	server = await startServer();
	const { id } = await upload("designed.pdf", makePDF(1), server);
	await documentWhen(id, ({ status }) => status === "ready", server);
});

afterAll(() => server.stop());

/** Opens the designer on a new set of its own. */
function design(kind: "profile" | "theme", values: object = {}) {
	return openDesigner(browser, server, kind, values);
}

test("keeps a colour that is typed wrongly, says so, and saves nothing until it is right", async () => {
	const { page, name } = await design("theme", { topbarBackgroundColor: "#222266" });
	const line = row(page, "topbarBackgroundColor");
	const field = line.getByRole("textbox");
	await field.fill("#2222");
	await field.fill("#2222zz");
	await page.getByRole("searchbox", { name: "Find a property" }).focus();
	const told = line.getByRole("alert");
	await told.getByText("“#2222zz” is no color").waitFor();
	expect(await field.inputValue()).toBe("#2222zz");
	expect(await field.getAttribute("aria-invalid")).toBe("true");
	await expect.poll(() => style(page, ".bar-title", "background-color")).toBe("rgba(34, 34, 34, 0.133)");
	await page.keyboard.press("Control+s");
	await page.getByText("Not saved: what was typed at “Background” is not right yet.").waitFor();
	expect(await storedSet("theme", name, server)).toEqual({ topbarBackgroundColor: "#222266" });
	await field.focus();
	await page.keyboard.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("#22222222");
	expect(await told.count()).toBe(0);
	expect(await field.getAttribute("aria-invalid")).toBeNull();
});

test("tells before Escape takes back what was typed wrongly", async () => {
	const { page } = await design("theme", { topbarBackgroundColor: "#222266" });
	const line = row(page, "topbarBackgroundColor");
	const field = line.getByRole("textbox");
	await field.fill("blu");
	await page.keyboard.press("Escape");
	await line.getByRole("alert").waitFor();
	expect(await field.inputValue()).toBe("blu");
	await page.keyboard.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("#222266");
});

test("reads the address of a picture once it is typed", async () => {
	const { page } = await design("theme");
	const line = row(page, "logo");
	const field = line.getByRole("textbox");
	await field.fill("example.com");
	expect(await field.getAttribute("aria-invalid")).toBeNull();
	await field.blur();
	await line.getByRole("alert").getByText("begins with https:// or http://").waitFor();
	await field.press("Escape");
	await expect.poll(() => field.inputValue()).toBe("");
});

test("keeps families of one's own that are typed wrongly, and says so", async () => {
	const { page } = await design("theme", { interfaceFontFamily: "Papyrus, fantasy" });
	const line = row(page, "interfaceFontFamily");
	const field = line.getByRole("textbox");
	await field.fill("Papyrus,");
	await field.blur();
	await line.getByRole("alert").getByText("font families, separated by commas").waitFor();
	expect(await field.inputValue()).toBe("Papyrus,");
	expect(await line.locator("[id=property-interfaceFontFamily]").count()).toBe(1);
});

test.each([
	["openedPage", "0", "It takes a whole number from 1 to ", "3"],
	["homeURL", "example.com", "begins with https:// or http://", "https://example.com/"],
	["watermark", "{today}", "{today} stands for nothing here", "{date}"],
	["watermark", "a".repeat(1001), "It takes at most ", "Draft"],
	["frameAncestors", "self", "'self' or 'none' with their quotes", "'self'"],
])("keeps and tells what is wrong with %s", async (property, bad, told, good) => {
	const { page, name } = await design("profile");
	const line = row(page, property);
	const field = line.locator("input");
	await field.fill(bad);
	await field.blur();
	await line.getByRole("alert").getByText(told).waitFor();
	expect(await field.inputValue()).toBe(bad);
	await field.fill(good);
	await field.blur();
	await expect.poll(() => line.getByRole("alert").count()).toBe(0);
	await page.keyboard.press("Control+s");
	await page.getByText("is saved").waitFor();
	const value = property === "openedPage" ? Number(good) : good;
	expect(await storedSet("profile", name, server)).toEqual({ [property]: value });
});

test.each([
	["in the place of what was wrong", 4, 11, "For {name} only", 0],
	["beside what stays wrong", 0, 0, "{name}For {today} only", 1],
])("puts a placeholder into what is typed wrongly, %s", async (_where, from, to, expected, alerts) => {
	const { page } = await design("profile", { watermark: "Draft" });
	const line = row(page, "watermark");
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
