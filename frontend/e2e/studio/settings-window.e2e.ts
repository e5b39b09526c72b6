import { appendFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, findings, type Opening } from "../support/browser";
import { call, documentWhen, localKey, uploadSample } from "../support/library";
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

interface Kept {
	calls: unknown[];
	refuse: boolean;
	/** The paths of the files that the person chooses. */
	chosen: string[];
}

/** Opens the settings as the window does: with a bridge. */
async function openInWindow(opening: Opening = {}, key = server.key): Promise<Page> {
	const page = await browser.open("about:blank", { origin: server.url, ...opening });
	await page.addInitScript(
		({ apiBase, key }) => {
			const kept: Kept = { calls: [], refuse: false, chosen: [] };
			Object.assign(window, { kept });
			const preferences = { startAtLogin: false, keepRunning: true, language: "", appearance: "dark" };
			const connection = { apiBase, key, version: "1", platform: "linux", canHide: true, preferences };
			const Bridge = {
				Connection: () => Promise.resolve(connection),
				SetPreferences: (next: unknown) => {
					kept.calls.push(next);
					return kept.refuse ? Promise.reject(new Error("The folder cannot be written.")) : Promise.resolve();
				},
				Quit: () => Promise.resolve(void kept.calls.push("quit")),
				Choose: (kind: string) => {
					kept.calls.push(kind);
					return Promise.resolve(kept.chosen);
				},
				ChooseSave: () => Promise.resolve(kept.chosen[0] ?? ""),
			};
			Object.assign(window, { go: { app: { Bridge } } });
		},
		{ apiBase: server.apiBase, key },
	);
	await page.goto(`${server.url}/#/settings`);
	return page;
}

const callsOf = (page: Page) => page.evaluate(() => (window as unknown as { kept: Kept }).kept.calls);

test("the program keeps what is chosen, starts at login, and quits", async () => {
	const page = await openInWindow();
	const login = page.getByRole("switch", { name: "Start when I log in" });
	await login.waitFor();
	expect(await page.getByRole("radio", { name: "Dark" }).getAttribute("aria-checked")).toBe("true");
	expect(await page.getByRole("switch", { name: "Keep running" }).getAttribute("aria-checked")).toBe("true");
	await login.click();
	await page.getByRole("radio", { name: "Light" }).click();
	const kept = { startAtLogin: true, keepRunning: true, language: "", appearance: "dark" };
	await expect.poll(() => callsOf(page)).toEqual([kept, { ...kept, appearance: "light" }]);
	await page.getByRole("button", { name: "Quit Lectern" }).click();
	await expect.poll(async () => (await callsOf(page)).at(-1)).toBe("quit");
});

test("what the program refuses is as before, and told", async () => {
	const page = await openInWindow();
	const login = page.getByRole("switch", { name: "Start when I log in" });
	await login.waitFor();
	await page.evaluate(() => {
		(window as unknown as { kept: Kept }).kept.refuse = true;
	});
	await login.click();
	await page.getByText("The folder cannot be written.").waitFor();
	await expect.poll(() => login.getAttribute("aria-checked")).toBe("false");
});

// promise 29
test("a backup is restored at the next start, where the person does not give it up", async () => {
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
	await expect.poll(() => callsOf(page)).toEqual(["backup"]); // and nothing was chosen
	await choose(page, broken);
	await restore.click();
	const dialog = page.getByRole("dialog", { name: "Restore this backup?" });
	await dialog.getByText("set aside in", { exact: false }).waitFor();
	expect(await dialog.innerText()).toContain(broken);
	expect(await findings(page)).toEqual([]);
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await expect
		.poll(() => dialog.getByRole("alert").allInnerTexts())
		.toEqual([expect.stringContaining("not a backup of Lectern")]);
	await dialog.getByRole("button", { name: "Cancel" }).click();
	expect(await pending()).toBe(false);

	await choose(page, path);
	await restore.click();
	const asked = page.waitForRequest(/\/restore$/);
	const givenUp = page.waitForEvent("requestfailed");
	await page.route(/\/restore$/, () => undefined, { times: 1 }); // as of a backup that takes long
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await asked;
	await dialog.getByRole("button", { name: "Cancel" }).click();
	expect((await givenUp).url()).toMatch(/\/restore$/);
	expect(await pending()).toBe(false);

	await restore.click();
	await dialog.getByRole("button", { name: "Restore", exact: true }).click();
	await page.getByText("A backup is ready").waitFor();
	expect(await dialog.count()).toBe(0);
	expect(await pending()).toBe(true);
	expect(await findings(page)).toEqual([]);
	await page.getByRole("button", { name: "Quit Lectern now" }).click();
	await expect.poll(async () => (await callsOf(page)).at(-1)).toBe("quit");
	await page.getByRole("button", { name: "Do not restore" }).click();
	await restore.waitFor();
	expect(await pending()).toBe(false);
	await rm(folder, { recursive: true });
});

// promise 29
test("a backup that could not be restored is told of, with why, and can be given up", async () => {
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
	expect(await alert.innerText()).toContain("stays as it was");
	expect(await page.getByRole("button", { name: "Do not restore" }).count()).toBe(1);
	expect(await findings(page)).toEqual([]);
});

// promise 56
test("a backup of a library with damaged files names the documents, and goes on without them if wanted", async () => {
	const key = await localKey(server);
	const { id } = await uploadSample("sample.pdf", server);
	await documentWhen(id, (document) => document.status === "ready", server);
	const { dataFolder } = await call<{ dataFolder: string }>("GET", "/server", undefined, server);
	const files = await readdir(join(dataFolder, "content"), { recursive: true, withFileTypes: true });
	for (const file of files.filter((entry) => entry.isFile())) {
		await appendFile(join(file.parentPath, file.name), "x");
	}
	const folder = await mkdtemp(join(tmpdir(), "lectern-"));
	const path = join(folder, "backup.tar");

	const page = await openInWindow({ expected: /status of (409|422)/ }, key);
	await goToSettings(page, "backup");
	await choose(page, path);
	await page.getByRole("button", { name: "Save backup…" }).click();
	const alert = page.getByRole("alert").filter({ hasText: "sample.pdf" });
	await alert.waitFor();
	expect(await alert.innerText()).toContain(id);
	expect(await findings(page)).toEqual([]);
	expect(await readdir(folder)).toEqual([]);
	await writeFile(join(folder, "earlier.tar"), "whole");
	await choose(page, join(folder, "earlier.tar")); // which it does not replace
	await page.getByRole("button", { name: "Back up without them" }).click();
	await page.getByText("choose another name", { exact: false }).waitFor();
	await rm(join(folder, "earlier.tar"));
	await choose(page, path);
	await page.getByRole("button", { name: "Back up without them" }).click();
	await page.getByText(`The backup is in ${path}, without the files`, { exact: false }).waitFor();
	expect(await readdir(folder)).toEqual(["backup.tar"]);
	expect(await alert.count()).toBe(0);

	await page.getByRole("button", { name: "Restore a backup…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
	await page.getByText("The restored library will be without them", { exact: false }).waitFor();
	await rm(folder, { recursive: true });
});

async function choose(page: Page, path: string): Promise<void> {
	await page.evaluate((path) => {
		(window as unknown as { kept: Kept }).kept.chosen = [path];
	}, path);
}
