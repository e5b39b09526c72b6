import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser, type OpenOptions } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, changeSettings, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";
import { goToSettings } from "../support/studio";

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

/** Opens a part of the settings in the studio, which uses `key`. Before that, `prepare` is called with the page. */
async function openSettings(
	part: string,
	options: OpenOptions = {},
	key = server.key,
	prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
	const page = await browser.open(`${server.url}/#key=${key}`, { origin: server.url, ...options });
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await prepare?.(page);
	await goToSettings(page, part);
	return page;
}

function settings(): Promise<Record<string, unknown>> {
	return call("GET", "/settings", undefined, server);
}

/** Returns the status of a response to a request with a key. */
async function requestStatus(key: string, method: string, path: string): Promise<number> {
	return (await fetch(server.apiBase + path, { method, headers: { Authorization: key } })).status;
}

/** Returns the colors of surfaces and of text, and the color scheme of the form fields. */
function colors(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const style = getComputedStyle(document.documentElement);
		return [style.getPropertyValue("--surface"), getComputedStyle(document.body).color, style.colorScheme];
	});
}

describe("appearance", () => {
	test.each(["light", "dark"] as const)(
		"is chosen against a system that is %s, and kept",
		async (colorScheme) => {
			const other = colorScheme === "light" ? "dark" : "light";
			const systemColors = await colors(await openSettings("general", { colorScheme: other }));
			const page = await openSettings("general", { colorScheme });
			const before = await colors(page);
			expect(before).not.toEqual(systemColors);
			await page.getByRole("radio", { name: other === "dark" ? "Dark" : "Light" }).click();
			const expectedColors = [...systemColors.slice(0, 2), other];
			await expect.poll(() => colors(page)).toEqual(expectedColors);
			await page.reload();
			await expect.poll(() => colors(page)).toEqual(expectedColors);
			await page.getByRole("radio", { name: "System" }).click();
			await expect.poll(() => colors(page)).toEqual(before);
		},
	);

	test("is applied before the first paint", async () => {
		const page = await openSettings("general", { colorScheme: "light" });
		await page.getByRole("radio", { name: "Dark" }).click();
		await page.addInitScript(() => {
			new MutationObserver((_, observer) => {
				if (document.getElementById("app")?.firstElementChild) {
					observer.disconnect();
					document.documentElement.dataset["first"] = document.documentElement.style.colorScheme;
				}
			}).observe(document, { childList: true, subtree: true });
		});
		await page.reload();
		await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
		expect(await page.locator("html").getAttribute("data-first")).toBe("dark");
	});
});

test("a key is created, shown once, works according to its role, and is revoked", async () => {
	const page = await openSettings("keys");
	await page.getByRole("button", { name: "New key" }).click();
	await page.getByLabel("Name").fill("kiosk");
	await page.getByRole("combobox", { name: "Access" }).click();
	await page.getByRole("option", { name: "Read only" }).click();
	await page.getByRole("combobox", { name: "Validity" }).click();
	await page.getByRole("option", { name: "30 days" }).click();
	await page.getByRole("button", { name: "Create key" }).click();
	// The key cannot be shown again, so copying it is the main action.
	const copy = page.getByRole("button", { name: "Copy key" });
	await expect.poll(() => copy.getAttribute("data-kind")).toBe("primary");
	expect(await page.getByRole("button", { name: "Done" }).getAttribute("data-kind")).toBe("plain");
	const key = (await page.getByRole("dialog").locator("code").innerText()).trim();
	expect(await requestStatus(key, "GET", "/document")).toBe(200);
	expect(await requestStatus(key, "POST", "/document?url=https://example.com")).toBe(403);
	await page.getByRole("button", { name: "Done" }).click();
	const line = page.getByRole("listitem").filter({ hasText: "kiosk" });
	await expect.poll(() => line.innerText()).toMatch(/Read only[\s\S]*Valid until[\s\S]*last used/);
	expect(await page.content()).not.toContain(key);

	await page.getByRole("button", { name: "Revoke key kiosk" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
	await expect.poll(() => requestStatus(key, "GET", "/document")).toBe(401);
	await line.waitFor({ state: "detached" });
	await page.getByRole("button", { name: "Show 1 expired or revoked key" }).click();
	expect(await line.innerText()).toContain("Revoked");
});

test("a key without a name is not created, and the reason is shown", async () => {
	const page = await openSettings("keys", { expected: /status of 422/ });
	await page.getByRole("button", { name: "New key" }).click();
	const create = page.getByRole("button", { name: "Create key" });
	expect(await create.isDisabled()).toBe(true);
	await page.getByLabel("Name").fill("two\u2028lines\u0007");
	await create.click();
	await page.getByRole("alert").filter({ hasText: "one line of text" }).waitFor();
});

test("while an option of the command line fixes the address, its settings are disabled, and the reason is shown", async () => {
	const page = await openSettings("network");
	await page.getByText("Lectern was started with the option --addr").waitFor();
	expect(await page.getByRole("radio", { name: "Local network" }).isDisabled()).toBe(true);
	expect(await page.getByLabel("Port").isDisabled()).toBe(true);
	expect(await page.getByRole("button", { name: "Save for the next start" }).isDisabled()).toBe(true);
});

test("the address applies from the next start", async () => {
	const page = await openSettings("network", {}, server.key, (page) =>
		// The server of the tests gets its address from the command line, so the settings could not change the address.
		// Therefore, the page receives the response of a server without such an option.
		page.route("**/api/v0/server", async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...((await response.json()) as object), addrFlag: false } });
		}),
	);
	const save = page.getByRole("button", { name: "Save for the next start" });
	expect(await save.isDisabled()).toBe(true);
	await page.getByRole("radio", { name: "Local network" }).click();
	await page.getByLabel("Port").fill("70000");
	await page.getByText("Enter a port from 0 to 65535.").waitFor();
	expect(await save.isDisabled()).toBe(true);
	await page.getByLabel("Port").fill("7433");
	await save.click();
	await expect.poll(async () => (await settings())["addr"]).toBe("0.0.0.0:7433");
	await expect.poll(() => save.isDisabled()).toBe(true);
});

test("names are added and removed, and invalid ones rejected with a message", async () => {
	const page = await openSettings("network", { expected: /status of 422/ });
	const field = page.getByRole("textbox", { name: "Names of this server" });
	await field.fill("no name");
	await field.press("Enter");
	await page.getByRole("alert").filter({ hasText: "is not a host name" }).waitFor();
	expect((await settings())["hostNames"]).toEqual([]);
	await field.fill("papers.example.com");
	await field.press("Enter");
	await expect.poll(async () => (await settings())["hostNames"]).toEqual(["papers.example.com"]);
	await expect.poll(() => field.inputValue()).toBe("");
	await page.getByRole("button", { name: "Remove papers.example.com" }).click();
	await expect.poll(async () => (await settings())["hostNames"]).toEqual([]);
	await page.getByRole("textbox", { name: "Public address" }).fill("https://papers.example.com/a/");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Links now start with https://papers.example.com/a.").waitFor();
	await page.getByRole("textbox", { name: "Public address" }).fill("");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect.poll(async () => (await settings())["publicURL"]).toBe("");
});

test("limits are in force at once, and can be reset", async () => {
	const page = await openSettings("limits", { expected: /status of 422/ });
	const size = page.getByRole("textbox", { name: "Maximum document size" });
	await size.fill("many");
	await page.getByText("Enter a number of 0 or more.").waitFor();
	expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
	await size.fill("1");
	await page.getByRole("combobox", { name: "Unit of: Maximum document size" }).click();
	await page.getByRole("option", { name: "kB" }).click();
	await page.getByRole("button", { name: "Save" }).click();
	await expect.poll(async () => (await settings())["maxUpload"]).toBe(1000);
	const answer = await fetch(`${server.apiBase}/document/upload?filename=a.pdf`, {
		method: "POST",
		headers: { Authorization: server.key },
		body: "x".repeat(1001),
	});
	expect(answer.status).toBe(413);
	await page.getByRole("textbox", { name: "Maximum conversion time" }).fill("100000");
	await page.getByRole("alert").filter({ hasText: "Enter a whole number from 1 to 120." }).waitFor();
	expect(await page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
	await page.getByRole("button", { name: "Reset to defaults" }).click();
	await expect.poll(async () => (await settings())["maxUpload"]).toBe(1e9);
	await expect.poll(() => size.inputValue()).toBe("1");
});

test("tasks and their platforms are configured, and invalid values rejected with a message", async () => {
	const page = await openSettings("templates", { expected: /status of 422/ });
	const days = page.getByRole("textbox", { name: "Delete finished tasks" });
	await days.fill("many");
	await page.getByText("Enter a number from 1 to 36,500, or choose “Never”.").waitFor();
	await days.fill("7");
	await page.getByRole("button", { name: "Save" }).first().click();
	await expect.poll(async () => (await settings())["taskDays"]).toBe(7);
	const hosts = page.getByRole("textbox", { name: "Salesforce servers" });
	await hosts.fill("*.crm.example.com");
	await hosts.press("Enter");
	await expect.poll(async () => (await settings())["crmHosts"]).toEqual(["*.crm.example.com"]);
	const folder = page.getByRole("textbox", { name: "Template folder" });
	await folder.fill("templates");
	await page.getByRole("button", { name: "Save" }).last().click();
	await page.getByRole("alert").filter({ hasText: "absolute path of a folder" }).waitFor();
	await folder.fill("/srv/templates");
	await page.getByRole("button", { name: "Save" }).last().click();
	await expect.poll(async () => (await settings())["crmFolder"]).toBe("/srv/templates");
});

test("documents are deleted never, or after a number of days or above a size", async () => {
	const page = await openSettings("storage");
	const trash = page.getByRole("group", { name: "Delete documents from the trash" });
	const library = page.getByRole("group", { name: "Delete documents from the library" });
	const oldest = page.getByRole("group", { name: "Delete the oldest documents" });
	const save = page.getByRole("button", { name: "Save" });
	expect(await trash.getByRole("textbox").inputValue()).toBe("30");
	expect(await library.getByRole("textbox").count()).toBe(0);
	expect(await save.isDisabled()).toBe(true);
	await trash.getByRole("radio", { name: "Never" }).click();
	await library.getByRole("radio", { name: "After" }).click();
	for (const wrong of ["0", "36501"]) {
		await library.getByRole("textbox").fill(wrong);
		await library.getByText("Enter a number from 1 to 36,500, or choose “Never”.").waitFor();
		expect(await save.isDisabled()).toBe(true);
	}
	await library.getByRole("textbox").fill("90");
	await oldest.getByRole("radio", { name: "Above" }).click();
	await oldest.getByRole("textbox").fill("250");
	await save.click();
	await expect.poll(settings).toMatchObject({ trashDays: 0, retentionDays: 90, retentionBytes: 250e9 });
	await library.getByRole("radio", { name: "Never" }).click();
	await oldest.getByRole("radio", { name: "Never" }).click();
	await save.click();
	await expect.poll(settings).toMatchObject({ trashDays: 0, retentionDays: 0, retentionBytes: 0 });
});

test("the disk usage of the library is shown, and cleaning up empties the trash", async () => {
	const { id } = await upload("old.pdf", makePDF(2), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	await call("POST", "/document/batch", { ids: [id], action: "trash" }, server);
	const page = await openSettings("storage");
	await page.getByText("Including 1 document in the trash").waitFor();
	await page.getByRole("button", { name: "Clean up" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Clean up" }).click();
	await page.getByText(/Cleaned up: .* freed/).waitFor();
	await page
		.getByText("in the trash", { exact: false })
		.filter({ hasText: "Of these" })
		.waitFor({ state: "detached" });
	expect(await requestStatus(server.key, "GET", `/document/${id}`)).toBe(404);
});

// SECURITY.md, promise 29 (backup and restore)
test("files set aside by restoring are listed, and deleted on request", async () => {
	const { dataFolder } = await call<{ dataFolder: string }>("GET", "/server", undefined, server);
	const setAsideFolder = join(dataFolder, "replaced-20260102-030405");
	await mkdir(setAsideFolder);
	await writeFile(join(setAsideFolder, "lectern.db"), new Uint8Array(3_000_000));
	const page = await openSettings("storage");
	const line = page.getByText("Replaced libraries", { exact: true });
	await line.waitFor();
	expect(await page.locator("dl").innerText()).toMatch(/Replaced libraries\s+3 MB/);
	const clean = page.getByRole("main").getByRole("button", { name: "Clean up" });
	const dialog = page.getByRole("dialog");
	await clean.click();
	expect(await axeViolations(page)).toEqual([]);
	await dialog.getByRole("button", { name: "Clean up" }).click();
	await page.getByText(/Cleaned up: .* freed/).waitFor();
	expect(await readdir(setAsideFolder)).toContain("lectern.db");
	await clean.click();
	await dialog.getByRole("switch", { name: "Also delete replaced libraries" }).click();
	await dialog.getByRole("button", { name: "Clean up" }).click();
	await line.waitFor({ state: "detached" });
	expect(await readdir(dataFolder)).not.toContain("replaced-20260102-030405");
});

// SECURITY.md, promise 55 (no lost content)
test("files that no record names are listed, and deleted on request", async () => {
	const { dataFolder } = await call<{ dataFolder: string }>("GET", "/server", undefined, server);
	const day = join(dataFolder, "set-aside", "2026-01-02");
	await mkdir(day, { recursive: true });
	await writeFile(join(day, "stray"), new Uint8Array(4_000_000));
	const page = await openSettings("storage");
	const line = page.getByText("Unreferenced files", { exact: true });
	await line.waitFor();
	expect(await page.locator("dl").innerText()).toMatch(/Unreferenced files\s+4 MB/);
	const clean = page.getByRole("main").getByRole("button", { name: "Clean up" });
	const dialog = page.getByRole("dialog");
	await clean.click();
	expect(await axeViolations(page)).toEqual([]);
	await dialog.getByText("will lack these files").waitFor();
	await dialog.getByRole("button", { name: "Clean up" }).click();
	await page.getByText(/Cleaned up: .* freed/).waitFor();
	expect(await readdir(day)).toContain("stray");
	await clean.click();
	await dialog.getByRole("switch", { name: "Also delete unreferenced files" }).click();
	await dialog.getByRole("button", { name: "Clean up" }).click();
	await line.waitFor({ state: "detached" });
	expect(await readdir(join(dataFolder, "set-aside"))).toEqual([]);
});

test("an empty trash says for how long it keeps documents", async () => {
	await changeSettings({ trashDays: 0 }, server);
	const page = await openSettings("general");
	await page.evaluate(() => {
		location.hash = "#/library/trash";
	});
	await page.getByText("Deleted documents stay here until you empty the trash.").waitFor();
	await changeSettings({ trashDays: 7 }, server);
	await page.getByText("Deleted documents stay here for 7 days.").waitFor();
});

// SECURITY.md, promise 29 (backup and restore)
test("a backup is downloaded completely", async () => {
	const page = await openSettings("backup", {
		initScript: () => {
			Reflect.deleteProperty(window, "showSaveFilePicker");
		},
	});
	await page.getByText("keeps the whole backup in memory").waitFor();
	const downloadEvent = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download backup" }).click();
	const download = await downloadEvent;
	expect(download.suggestedFilename()).toMatch(/^lectern-backup-\d{4}-\d\d-\d\d-\d{4}\.tar$/);
	const bytes = await readFile(await download.path());
	const names = bytes.toString("latin1");
	expect(names).toContain("lectern.db");
	expect(
		bytes.subarray(-1024).every((byte) => byte === 0),
		"its end is there",
	).toBe(true);
});

test("a backup is saved in pieces if the browser supports it", async () => {
	const page = await openSettings("backup", {
		initScript: () => {
			// Replaces the save dialog by a function that returns a file in the browser's private storage.
			const choose = async ({ suggestedName }: { suggestedName: string }) =>
				(await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
			Object.assign(window, { showSaveFilePicker: choose });
			Response.prototype.blob = () => Promise.reject(new Error("it is held in memory"));
		},
	});
	expect(await page.getByText("keeps the whole backup in memory").count()).toBe(0);
	await page.getByRole("button", { name: "Download backup" }).click();
	const message = page.getByText(/^The backup was saved as lectern-backup-[\d-]+\.tar\.$/);
	await message.waitFor();
	const [, name = ""] = /saved as (.*)\.$/.exec(await message.innerText()) ?? [];
	const lastBytes = await page.evaluate(async (name) => {
		const folder = await navigator.storage.getDirectory();
		const file = await (await folder.getFileHandle(name)).getFile();
		return [...new Uint8Array(await file.slice(-1024).arrayBuffer())];
	}, name);
	expect(lastBytes).toHaveLength(1024);
	expect(
		lastBytes.every((byte) => byte === 0),
		"its end is there",
	).toBe(true);
});

test("the system check shows the findings of the doctor, with one entry for each item", async () => {
	const found = await call<{ check: string; detail: string }[]>("GET", "/doctor", undefined, server);
	const page = await openSettings("check");
	const list = page.getByRole("list", { name: "System check" });
	await list.waitFor();
	expect(await list.getByRole("listitem").count()).toBe(new Set(found.map(({ check }) => check)).size);
	const text = await list.innerText();
	for (const { check, detail } of found.filter((one) => one.check !== "disk")) {
		expect(text.toLowerCase()).toContain(check.toLowerCase());
		expect(text.toLowerCase()).toContain(detail.toLowerCase());
	}
});

test("a key with the role read shows nothing to manage", async () => {
	const { key } = await call<{ key: string }>("POST", "/key?name=reader&role=read", undefined, server);
	const page = await openSettings("keys", {}, key);
	await expect
		.poll(() => page.getByRole("navigation", { name: "Settings" }).getByRole("link").allInnerTexts())
		.toEqual(["General", "Keyboard shortcuts", "Active links"]);
	await page.getByRole("heading", { name: "Appearance and language" }).waitFor();
});
