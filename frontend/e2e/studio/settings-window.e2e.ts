import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeViolations } from "../support/axe";
import { Browser, type OpenOptions } from "../support/browser";
import { call, localKey, uploadSample, waitForDocument } from "../support/api";
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

interface BridgeRecord {
	calls: unknown[];
	refuse: boolean;
	/** The paths of the files that the simulated file dialog returns. */
	chosen: string[];
}

/** Opens the settings as in the desktop window, with a simulated bridge to the desktop program. */
async function openInWindow(options: OpenOptions = {}, key = server.key): Promise<Page> {
	const page = await browser.open("about:blank", { origin: server.url, ...options });
	await page.addInitScript(
		({ apiBase, key }) => {
			const record: BridgeRecord = { calls: [], refuse: false, chosen: [] };
			Object.assign(window, { record });
			const preferences = { startAtLogin: false, keepRunning: true, language: "", appearance: "dark" };
			const connection = { apiBase, key, version: "1", platform: "linux", canHide: true, preferences };
			const Bridge = {
				Connection: () => Promise.resolve(connection),
				SetPreferences: (next: unknown) => {
					record.calls.push(next);
					return record.refuse
						? Promise.reject(new Error("The folder cannot be written."))
						: Promise.resolve();
				},
				Quit: () => Promise.resolve(void record.calls.push("quit")),
				Choose: (kind: string, title: string) => {
					record.calls.push(`${kind}: ${title}`);
					return Promise.resolve(record.chosen);
				},
				ChooseSave: () => Promise.resolve(record.chosen[0] ?? ""),
			};
			Object.assign(window, { go: { app: { Bridge } } });
		},
		{ apiBase: server.apiBase, key },
	);
	await page.goto(`${server.url}/#/settings`);
	return page;
}

const bridgeCalls = (page: Page) =>
	page.evaluate(() => (window as unknown as { record: BridgeRecord }).record.calls);

test("the program stores preferences, starts at login, and quits", async () => {
	const page = await openInWindow();
	const login = page.getByRole("switch", { name: "Start when I sign in" });
	await login.waitFor();
	expect(await page.getByRole("radio", { name: "Dark" }).getAttribute("aria-checked")).toBe("true");
	expect(await page.getByRole("switch", { name: "Keep running" }).getAttribute("aria-checked")).toBe("true");
	await login.click();
	await page.getByRole("radio", { name: "Light" }).click();
	const saved = { startAtLogin: true, keepRunning: true, language: "", appearance: "dark" };
	await expect.poll(() => bridgeCalls(page)).toEqual([saved, { ...saved, appearance: "light" }]);
	await page.getByRole("button", { name: "Quit Lectern" }).click();
	await expect.poll(async () => (await bridgeCalls(page)).at(-1)).toBe("quit");
});

test("a rejected change is reverted, and the reason is shown", async () => {
	const page = await openInWindow();
	const login = page.getByRole("switch", { name: "Start when I sign in" });
	await login.waitFor();
	await page.evaluate(() => {
		(window as unknown as { record: BridgeRecord }).record.refuse = true;
	});
	await login.click();
	await page.getByText("The folder cannot be written.").waitFor();
	await expect.poll(() => login.getAttribute("aria-checked")).toBe("false");
});

test("the titles of file dialogs say what is chosen", async () => {
	const page = await openInWindow();
	await page.getByRole("switch", { name: "Start when I sign in" }).waitFor();
	await page.evaluate(() => {
		location.hash = "#/library";
	});
	await page.getByRole("button", { name: "Add", exact: true }).waitFor();
	await page.keyboard.press("Control+o");
	await page.getByRole("button", { name: "Add", exact: true }).click();
	await page.getByRole("menuitem", { name: "Folder…" }).click();
	await expect.poll(() => bridgeCalls(page)).toEqual(["documents: Add documents", "folder: Add a folder"]);
});

// SECURITY.md, promise 29 (backup and restore)
test("a backup is restored at the next start, unless the person cancels it", async () => {
	const key = await localKey(server);
	const folder = await mkdtemp(join(tmpdir(), "lectern-"));
	const [path, broken] = [join(folder, "backup.tar"), join(folder, "broken.tar")];
	const backup = await fetch(`${server.apiBase}/backup`, { headers: { Authorization: key } });
	await writeFile(path, new Uint8Array(await backup.arrayBuffer()));
	await writeFile(broken, "this is none");
	const pending = async () =>
		(await call<{ restorePending: boolean }>("GET", "/server", undefined, server)).restorePending;

	const page = await openInWindow({ expected: /status of 422/ }, key);
	await goToSettings(page, "backup");
	const restore = page.getByRole("button", { name: "Restore a backup…" });
	await restore.click();
	await expect.poll(() => bridgeCalls(page)).toEqual(["backup: Choose a backup to restore"]); // no file was chosen
	await chooseFile(page, broken);
	await restore.click();
	const dialog = page.getByRole("dialog", { name: "Restore this backup?" });
	await dialog.getByText("is moved to a folder in", { exact: false }).waitFor();
	expect(await dialog.innerText()).toContain(broken);
	expect(await axeViolations(page)).toEqual([]);
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await expect
		.poll(() => dialog.getByRole("alert").allInnerTexts())
		.toEqual([expect.stringContaining("not a backup of Lectern")]);
	await dialog.getByRole("button", { name: "Cancel" }).click();
	expect(await pending()).toBe(false);

	await chooseFile(page, path);
	await restore.click();
	const request = page.waitForRequest(/\/restore$/);
	const requestFailed = page.waitForEvent("requestfailed");
	// The response never arrives, as if the backup took very long.
	await page.route(/\/restore$/, () => undefined, { times: 1 });
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await request;
	await dialog.getByRole("button", { name: "Cancel" }).click();
	expect((await requestFailed).url()).toMatch(/\/restore$/);
	expect(await pending()).toBe(false);

	await restore.click();
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await page.getByText("A backup is ready").waitFor();
	await dialog.waitFor({ state: "detached" });
	expect(await pending()).toBe(true);
	expect(await axeViolations(page)).toEqual([]);
	await page.getByRole("button", { name: "Quit Lectern now" }).click();
	await expect.poll(async () => (await bridgeCalls(page)).at(-1)).toBe("quit");
	await page.getByRole("button", { name: "Cancel restore" }).click();
	await restore.waitFor();
	expect(await pending()).toBe(false);
	await rm(folder, { recursive: true });
});

// SECURITY.md, promise 29 (backup and restore)
test("a failed restore is reported with its reason, and can be cancelled", async () => {
	const problem = "rename content: device or resource busy";
	const page = await openInWindow({}, await localKey(server));
	await page.route("**/api/v0/server", async (route) => {
		const response = await route.fetch();
		const status = (await response.json()) as object;
		await route.fulfill({ response, json: { ...status, restorePending: true, restoreProblem: problem } });
	});
	await page.reload();
	await goToSettings(page, "backup");
	const alert = page.getByRole("alert").filter({ hasText: problem });
	await alert.waitFor();
	expect(await alert.innerText()).toContain("which is unchanged");
	expect(await page.getByRole("button", { name: "Cancel restore" }).count()).toBe(1);
	expect(await axeViolations(page)).toEqual([]);
});

// SECURITY.md, promise 56 (verified backups)
test("a backup of a library with damaged files names the documents, and can leave them out", async () => {
	const key = await localKey(server);
	const { id } = await uploadSample("sample.pdf", server);
	await waitForDocument(id, (document) => document.status === "ready", server);
	const { dataFolder } = await call<{ dataFolder: string }>("GET", "/server", undefined, server);
	const files = await readdir(join(dataFolder, "content"), { recursive: true, withFileTypes: true });
	for (const file of files.filter((entry) => entry.isFile())) {
		await appendFile(join(file.parentPath, file.name), "x");
	}
	const folder = await mkdtemp(join(tmpdir(), "lectern-"));
	const path = join(folder, "backup.tar");

	const page = await openInWindow({ expected: /status of (409|422)/ }, key);
	await goToSettings(page, "backup");
	await chooseFile(page, path);
	await page.getByRole("button", { name: "Save backup…" }).click();
	const alert = page.getByRole("alert").filter({ hasText: "sample.pdf" });
	await alert.waitFor();
	expect(await alert.innerText()).toContain(id);
	expect(await axeViolations(page)).toEqual([]);
	expect(await readdir(folder)).toEqual([]);
	await writeFile(join(folder, "earlier.tar"), "whole");
	await chooseFile(page, join(folder, "earlier.tar")); // this file exists, and is not overwritten
	await page.getByRole("button", { name: "Back up without them" }).click();
	await page.getByText("choose another name", { exact: false }).waitFor();
	await rm(join(folder, "earlier.tar"));
	await chooseFile(page, path);
	await page.getByRole("button", { name: "Back up without them" }).click();
	await page.getByText(`The backup was saved as ${path}, without the files`, { exact: false }).waitFor();
	expect(await readdir(folder)).toEqual(["backup.tar"]);
	await alert.waitFor({ state: "detached" });

	await page.getByRole("button", { name: "Restore a backup…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
	await page.getByText("The restored library will not contain them", { exact: false }).waitFor();
	await rm(folder, { recursive: true });
});

async function chooseFile(page: Page, path: string): Promise<void> {
	await page.evaluate((path) => {
		(window as unknown as { record: BridgeRecord }).record.chosen = [path];
	}, path);
}
