import { afterAll, beforeAll, expect, test } from "vitest";
import { callTask } from "../support/api";
import { Browser } from "../support/browser";
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
	const types = ["DOCX", "DOCX", "PPTX"]; // of the documents that the templates produce
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

test("the dialog about placeholders leads to the whole guide", async () => {
	const page = await openStudio(browser, "#/templates", {}, server);
	await page.getByRole("button", { name: "Placeholder guide" }).click();
	const link = page.getByRole("dialog").getByRole("link", { name: "Complete guide" });
	expect(await link.getAttribute("href")).toBe(`${server.url}/docs/templates`);
});
