import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Browser } from "../support/browser";
import { call, samples, watchFolder } from "../support/api";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** Creates a folder that is watched until the end of the test, and returns its path. */
async function createWatchedFolder(): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), "lectern-watched-"));
	const id = await watchFolder(path);
	onTestFinished(async () => {
		await call("DELETE", `/folder/${id}`);
		await rm(path, { recursive: true, force: true });
	});
	return path;
}

test.each([
	["beside the names", 1440],
	["in the bar of a narrow window", 800],
])("the navigation marks a folder with a problem until it is solved, %s", async (_where, width) => {
	const path = await createWatchedFolder();
	const page = await openStudio(browser, "#/library", { viewport: { width, height: 700 } });
	const line = page.getByRole("navigation").getByRole("link", { name: "Watched folders" });
	await page.getByRole("link", { name: "Watched folders", exact: true }).waitFor();
	expect(await line.evaluate(isIconCentered)).toBe(width < 860);
	await rm(path, { recursive: true });
	await page.getByRole("link", { name: "Watched folders: 1 folder needs attention", exact: true }).waitFor();
	await mkdir(path);
	await page.getByRole("link", { name: "Watched folders", exact: true }).waitFor();
	expect(await line.count()).toBe(1);
});

test.each([
	[
		"that nobody answers",
		undefined,
		"Lectern antwortet nicht. Vielleicht startet Lectern gerade oder wurde beendet.",
	],
	["an answer without a reason", 502, "Der Server antwortete mit 502, ohne einen Grund zu nennen."],
])("shows %s in the language of the window", async (_what, status, message) => {
	const page = await openStudio(browser, "#/library", { locale: "de-DE", expected: /ERR_FAILED|502/ });
	await page.route("**/api/v0/folder", (route) =>
		status === undefined ? route.abort() : route.fulfill({ status, body: "" }),
	);
	await page.getByRole("link", { name: "Überwachte Ordner" }).click();
	await page.getByText(message).waitFor();
});

test("asks for the password of a protected file, instead of offering a retry", async () => {
	const path = await createWatchedFolder();
	await copyFile(join(samples, "protected.pdf"), join(path, "letter.pdf"));
	const page = await openStudio(browser, "#/folders");
	const card = page.getByRole("listitem").filter({ hasText: basename(path) });
	await card.getByRole("link").first().click();
	const field = card.getByLabel("Password of letter.pdf");
	await field.waitFor();
	expect(await card.getByRole("button", { name: "Try letter.pdf again" }).count()).toBe(0);
	await field.fill("open sesame");
	await card.getByRole("button", { name: "Unlock" }).click();
	await card.locator("[data-state=taken]").waitFor();
	await field.waitFor({ state: "detached" });
});

test("the files of a folder have filters, below its name, from the first file on", async () => {
	const path = await createWatchedFolder();
	const page = await openStudio(browser, "#/folders");
	const card = page.getByRole("listitem").filter({ hasText: basename(path) });
	await card.getByRole("link").first().click();
	await card.getByText("No files received yet.").waitFor();
	const filters = card.getByRole("group", { name: "Received files" });
	expect(await filters.count()).toBe(0);
	await copyFile(join(samples, "sample.pdf"), join(path, "first.pdf"));
	await card.locator("[data-state=taken]").waitFor();
	const all = await filters.getByRole("button", { name: "All", exact: true }).boundingBox();
	expect(all?.x).toBe((await card.locator("strong").boundingBox())?.x);
	await filters.getByRole("button", { name: "Failed", exact: true }).click();
	await card.getByText("No matching files.").waitFor();
	await filters.waitFor();
});

test("the default theme is offered once, and the default profile is not the absence of a profile", async () => {
	const page = await openStudio(browser, "#/folders");
	await page.getByRole("button", { name: "Watch a folder" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("button", { name: "More" }).click();
	for (const [field, names] of [
		["Theme", ["Default"]],
		["Profile", ["None", "default"]],
	] as const) {
		const options = page.getByRole("option", { name: /^(?:default|none)$/i });
		await dialog.getByRole("combobox", { name: field }).click();
		await expect.poll(() => options.allInnerTexts()).toEqual(names);
		await page.keyboard.press("Escape");
		await options.first().waitFor({ state: "detached" });
	}
});

test("a new folder needs only its path, and an error opens the settings that contain it", async () => {
	const path = await mkdtemp(join(tmpdir(), "lectern-new-folder-"));
	onTestFinished(() => rm(path, { recursive: true, force: true }));
	const page = await openStudio(browser, "#/folders", { expected: /422/ });
	await page.getByRole("button", { name: "Watch a folder" }).click();
	const dialog = page.getByRole("dialog");
	const fields = dialog.getByRole("textbox");
	await expect.poll(() => fields.count()).toBe(2);
	await dialog.getByRole("textbox", { name: "Folder" }).fill(path);
	const more = dialog.getByRole("button", { name: "More" });
	await more.click();
	const webhook = dialog.getByRole("textbox", { name: "Webhook" });
	await webhook.fill("nowhere");
	await more.click();
	await webhook.waitFor({ state: "detached" });
	await dialog.getByRole("button", { name: "Watch folder" }).click();
	await expect.poll(() => webhook.getAttribute("aria-invalid")).toBe("true");
	await webhook.fill("");
	await more.click();
	await dialog.getByRole("button", { name: "Watch folder" }).click();
	await dialog.waitFor({ state: "detached" });
	const card = page.getByRole("listitem").filter({ hasText: basename(path) });
	await card.getByRole("button", { name: "Actions for" }).click();
	await page.getByRole("menuitem", { name: "Settings…" }).click();
	await webhook.waitFor(); // the dialog of an existing folder shows all settings
	await page.keyboard.press("Escape");
	const folders = await call<{ id: string; path: string }[]>("GET", "/folder");
	await call("DELETE", `/folder/${folders.find((folder) => folder.path === path)?.id ?? ""}`);
});

/** Reports whether the icon of a line is horizontally centered in it, which means that there is no text next to it. */
function isIconCentered(line: Element): boolean {
	const [lineBox, iconBox] = [line, line.querySelector("svg") ?? line].map((one) =>
		one.getBoundingClientRect(),
	);
	const middle = ({ left = 0, right = 0 }: Partial<DOMRect> = {}) => (left + right) / 2;
	return Math.abs(middle(lineBox) - middle(iconBox)) < 1;
}
