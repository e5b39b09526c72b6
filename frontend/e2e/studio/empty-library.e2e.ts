import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { type Server, startServer } from "../support/server";
import { openStudio } from "../support/studio";
import { touchScreen } from "../support/touch-targets";

// The pages of an empty library have no filters, and name only the ways to add something that the device has.

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

test("only a device with a mouse is told to drop files into the library", async () => {
	const withMouse = await openStudio(browser, "#/library", {}, server);
	await withMouse.getByText("Drop files or folders anywhere in this window, or choose them.").waitFor();
	const onPhone = await openStudio(browser, "#/library", touchScreen, server);
	await onPhone.getByText("Choose files on this device.").waitFor();
	expect(await onPhone.getByText("Drop files").count()).toBe(0);
});

test("only a device with a mouse is told to drop a template", async () => {
	const withMouse = await openStudio(browser, "#/templates", {}, server);
	await withMouse.getByText("Drop a template here, or choose one.").waitFor();
	const onPhone = await openStudio(browser, "#/templates", touchScreen, server);
	await onPhone.getByText("Choose a template.").waitFor();
	expect(await onPhone.getByText("Drop a template").count()).toBe(0);
});

test("a browser, which does not know the path of a dropped folder, is not told to drop one", async () => {
	const page = await openStudio(browser, "#/folders", {}, server);
	await page.getByText("Choose a folder, for example the one your scanner saves to. Files").waitFor();
	expect(await page.getByText("drop one here").count()).toBe(0);
});

test.each(["conversions", "fetches", "tasks", "webhooks"])(
	"the empty list of %s has no filters",
	async (part) => {
		const page = await openStudio(browser, `#/activity/${part}`, {}, server);
		await page.getByRole("heading", { name: /^No / }).waitFor();
		expect(await page.getByRole("group", { name: "Show" }).count()).toBe(0);
		expect(await page.getByRole("searchbox").count()).toBe(0);
	},
);

test("the empty list of documents from the web opens the dialog that adds one", async () => {
	const page = await openStudio(browser, "#/activity/fetches", {}, server);
	await page.getByRole("button", { name: "Add from the web…" }).click();
	await page.getByRole("dialog", { name: "Add a document from the web" }).waitFor();
});

test("the empty list of tasks leads to the templates", async () => {
	const page = await openStudio(browser, "#/activity/tasks", {}, server);
	await page.getByText("Documents that templates create are listed here.").waitFor();
	await page.getByRole("button", { name: "Open templates" }).click();
	await expect.poll(() => new URL(page.url()).hash).toBe("#/templates");
});
