import { afterAll, beforeAll, expect, test } from "vitest";
import templates from "../../src/studio/languages/en/templates.json";
import { callTask } from "../support/api";
import { Browser } from "../support/browser";
import { makeTemplate } from "../support/documents";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

test("a new library has no templates, and offers three samples", async () => {
	const page = await openStudio(browser, "#/templates", {}, server);
	const samples = page.getByRole("region", { name: "Start from an invoice, a letter or a deck" });
	const names = ["Invoice", "Offer letter", "Quarterly deck"];
	await samples.getByRole("button").first().waitFor();
	const offered = await samples.getByRole("button").allInnerTexts();
	const types = ["DOCX", "DOCX", "PPTX"]; // the types of the documents that the templates produce
	expect(offered.map((text) => text.split("\n"))).toEqual(names.map((name, index) => [types[index], name]));
	const fonts = await page
		.locator("button, body")
		.evaluateAll((elements) => [...new Set(elements.map((element) => getComputedStyle(element).fontFamily))]);
	expect(fonts).toHaveLength(1);
	expect(await callTask("GET", "/template", undefined, server)).toEqual([]);
	await samples.getByRole("button", { name: "Invoice" }).click();
	await page.getByRole("heading", { name: "Invoice" }).waitFor();
	for (const sample of ["letter", "deck"] as const) {
		await callTask("POST", `/sample/${sample}`, undefined, server);
	}
	await page.goto(`${page.url().split("#")[0] ?? ""}#/templates`);
	const cards = page.getByRole("list", { name: "Templates" }).getByRole("listitem");
	await expect.poll(() => cards.count()).toBe(3);
	for (const name of names) {
		await cards.filter({ hasText: name }).locator("img").waitFor();
	}
});

test.for([
	["Invoice", "Zoë’s books", "Page 1", "1 page"],
	["Offer letter", "Sample", "Page 2", "2 pages"],
	["Quarterly deck", "Third quarter 2026", "Page 3", "9 pages"],
] as const)("%s opens with parameters that make a good page of it", async ([name, set, last, count]) => {
	const page = await openStudio(browser, "#/templates", {}, server);
	await page.getByRole("link", { name, exact: true }).click();
	await page.getByRole("region", { name: "Pages" }).getByAltText(last, { exact: true }).waitFor();
	await page.getByText(count, { exact: true }).waitFor();
	expect(await page.getByRole("list", { name: "Problems" }).count()).toBe(0);
	await page
		.getByRole("combobox", { name: /^Data set/ })
		.filter({ hasText: set })
		.waitFor();
});

test("with templates in the library, a sample can still be added and filled", async () => {
	await callTask("DELETE", "/template/Offer%20letter", undefined, server);
	const page = await openStudio(browser, "#/templates", {}, server);
	await page.getByRole("button", { name: templates.add, exact: true }).click();
	await page.getByRole("menuitem", { name: templates["sample-letter"], exact: true }).click();
	await page.getByRole("heading", { name: "Offer letter" }).waitFor();
	await page.getByRole("region", { name: templates.form }).getByRole("textbox").first().fill("Wilhelmina");
	const download = page.waitForEvent("download");
	await page.getByRole("button", { name: templates.make, exact: true }).click();
	await page.getByRole("menuitem", { name: templates.makePdf }).click();
	expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test("a sample that exists already is named, and can be opened", async () => {
	const page = await openStudio(browser, "#/templates", { expected: /409/ }, server);
	await page.getByRole("button", { name: templates.add, exact: true }).click();
	await page.getByRole("menuitem", { name: templates["sample-deck"], exact: true }).click();
	const messages = page.getByRole("log");
	await messages.getByText("A template named “Quarterly deck” already exists.").waitFor();
	await messages.getByRole("button", { name: templates.openDocument }).click();
	await page.getByRole("heading", { name: "Quarterly deck" }).waitFor();
});

test("with templates in the library, a file can still be chosen", async () => {
	const page = await openStudio(browser, "#/templates", {}, server);
	await page.getByRole("button", { name: templates.add, exact: true }).click();
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("menuitem", { name: templates.addFile }).click();
	const file = { name: "chosen.docx", mimeType: "", buffer: Buffer.from(makeTemplate("Dear {name},")) };
	await (await chooser).setFiles(file);
	await page.getByRole("heading", { name: "chosen" }).waitFor();
});

test("the dialog about placeholders leads to the whole guide", async () => {
	const page = await openStudio(browser, "#/templates", {}, server);
	await page.getByRole("button", { name: "Placeholder guide" }).click();
	const link = page.getByRole("dialog").getByRole("link", { name: "Complete guide" });
	expect(await link.getAttribute("href")).toBe(`${server.url}/docs/templates`);
});
