import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, type OpenOptions } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, openSession, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServer();
});

afterAll(async () => {
	await server.stop();
});

async function openDevelopers(options: OpenOptions = {}, key = server.key): Promise<Page> {
	const page = await browser.open(`${server.url}/#key=${key}`, {
		origin: server.url,
		permissions: ["clipboard-read", "clipboard-write"],
		...options,
	});
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	await page.evaluate(() => {
		location.hash = "#/developers";
	});
	await page.getByRole("heading", { name: "Developers" }).waitFor();
	return page;
}

const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
/**
 * Returns the switch that shows the requests with the key of the window. The requests of the tests use the same key.
 */
const ownRequests = (page: Page) =>
	page.getByRole("checkbox", { name: "Show requests from this window and from viewers" });
const requestRows = (page: Page) => page.getByRole("region", { name: "Recent requests" }).locator("tbody tr");

test("the addresses are copied, and lead to the reference and the demo", async () => {
	const page = await openDevelopers();
	await page.getByRole("button", { name: "Copy base_url" }).click();
	await expect.poll(() => clipboardText(page)).toBe(server.apiBase);
	await page.getByRole("button", { name: "Copy viewer_url" }).click();
	await expect.poll(() => clipboardText(page)).toBe(server.url);
	for (const [name, path] of [
		["API reference", "/docs"],
		["Template guide", "/docs/templates"],
		["Embedding demo", "/demo"],
	] as const) {
		const href = await page.getByRole("link", { name }).getAttribute("href");
		expect(href).toBe(server.url + path);
		expect((await fetch(server.url + path)).status).toBe(200);
	}
});

test("a message appears if the browser cannot copy", async () => {
	const page = await openDevelopers({
		initScript: () => {
			Reflect.deleteProperty(Navigator.prototype, "clipboard");
			Object.assign(Document.prototype, { execCommand: () => false });
		},
	});
	const button = page.getByRole("button", { name: /^Copy/ }).first();
	await button.click();
	await page.getByRole("status").getByText("The browser does not let this page copy").waitFor();
});

test("each client example is copied as it is in its file", async () => {
	const page = await openDevelopers();
	for (const [language, file] of [
		["curl", "view.sh"],
		["Go", "view.go"],
		["Python", "view.py"],
		["JavaScript", "view.mjs"],
	] as const) {
		await page.getByRole("radio", { name: language }).click();
		await page.getByRole("button", { name: `Copy ${language}`, exact: true }).click();
		const example = join(import.meta.dirname, "../../src/studio/developers/examples", `${file}.txt`);
		await expect.poll(() => clipboardText(page)).toBe(await readFile(example, "utf8"));
	}
});

// SECURITY.md, promise 36 (secret keys)
test("requests appear live, with the name of the key and without secrets", async () => {
	const { id } = await upload("logged.pdf", makePDF(1), server);
	await waitForDocument(id, ({ status }) => status === "ready", server);
	const page = await openDevelopers();
	await ownRequests(page).check();
	await requestRows(page).first().waitFor();
	const viewer = await openSession(id, 5, server);
	expect((await fetch(viewer)).status).toBe(200);
	const session = new URL(viewer).searchParams.get("sessionId") ?? "";
	await call("GET", `/session/${session}`, undefined, server);
	const answer = await fetch(`${server.apiBase}/document/none`, { headers: { Authorization: server.key } });
	const failed = requestRows(page).filter({ hasText: "/api/v0/document/none" });
	await failed.waitFor();
	expect(await failed.innerText()).toMatch(/GET[\s\S]*404[\s\S]*e2e/);
	expect(await failed.innerText()).toContain(answer.headers.get("X-Request-Id"));
	await requestRows(page).filter({ hasText: "/viewer/view" }).first().waitFor();
	await requestRows(page).filter({ hasText: "/api/v0/session/…" }).first().waitFor();
	expect(await page.content()).not.toContain(session);

	await page.getByRole("searchbox", { name: /^Filter/ }).fill("404 none");
	await expect.poll(() => requestRows(page).count()).toBe(1);
	await page.getByRole("searchbox", { name: /^Filter/ }).fill("");
	await page.getByRole("checkbox", { name: "Errors only" }).check();
	await expect
		.poll(async () => (await requestRows(page).allInnerTexts()).every((row) => /[45]\d\d/.test(row)))
		.toBe(true);
	await page.getByRole("checkbox", { name: "Errors only" }).uncheck();
	await page.getByRole("button", { name: "Pause" }).click();
	const before = await requestRows(page).count();
	await call("GET", "/document?name=while-paused", undefined, server);
	await page.getByRole("button", { name: "Resume" }).click();
	await expect.poll(() => requestRows(page).count()).toBeGreaterThan(before);
});

test("at first, only requests of other programs are shown", async () => {
	const { key } = await call<{ key: string }>("POST", "/key?name=crawler&role=read", undefined, server);
	const page = await openDevelopers();
	await fetch(`${server.apiBase}/document/from-crawler`, { headers: { Authorization: key } });
	await requestRows(page).filter({ hasText: "/api/v0/document/from-crawler" }).waitFor();
	const own = requestRows(page).locator("td.key").filter({ hasText: "e2e" });
	expect(await own.count()).toBe(0);
	await page.getByRole("searchbox", { name: /^Filter/ }).fill("nothing like this");
	await page.getByText("No matching requests.").waitFor();
	await page.getByText("Requests from this window and from viewers are hidden.").waitFor();
	await page.getByRole("searchbox", { name: /^Filter/ }).fill("");
	await ownRequests(page).check();
	await own.first().waitFor();
});

test("in a narrow window, a request is completely visible", async () => {
	const page = await openDevelopers({ viewport: { width: 390, height: 844 } });
	await ownRequests(page).check();
	const list = page.getByRole("region", { name: "Recent requests" });
	await requestRows(page).first().waitFor();
	expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
	const row = requestRows(page).filter({ hasText: "/api/v0/key/current" }).first();
	expect(await row.innerText()).toMatch(/GET[\s\S]*200[\s\S]*ms[\s\S]*e2e/);
});

test("the copied curl command repeats the request", async () => {
	const { id } = await upload("curl.pdf", makePDF(1), server);
	await call("GET", `/document/${id}`, undefined, server);
	const page = await openDevelopers();
	await ownRequests(page).check();
	await page.getByRole("searchbox", { name: /^Filter/ }).fill(`get ${id}`);
	await page.getByRole("button", { name: `Copy curl for GET /api/v0/document/${id}`, exact: true }).click();
	await expect.poll(() => clipboardText(page)).toContain(id);
	const command = await clipboardText(page);
	const { stdout } = await promisify(execFile)("bash", ["-c", command], {
		env: { ...process.env, KEY: server.key },
	});
	expect((JSON.parse(stdout) as { name: string }).name).toBe("curl.pdf");
});

test("the webhook secret is shown on request", async () => {
	const { secret } = await call<{ secret: string }>("GET", "/settings/webhook/secret", undefined, server);
	const page = await openDevelopers();
	expect(await page.content()).not.toContain(secret);
	await page.getByRole("button", { name: "Show", exact: true }).click();
	await page.getByText(secret).waitFor();
	await page.getByRole("button", { name: "Copy webhook secret" }).click();
	await expect.poll(() => clipboardText(page)).toBe(secret);
});

test("a key with the role write shows neither requests nor secrets", async () => {
	const { key } = await call<{ key: string }>("POST", "/key?name=writer&role=write", undefined, server);
	const page = await openDevelopers({}, key);
	await page.getByRole("heading", { name: "Clients" }).waitFor();
	await expect
		.poll(() => page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts())
		.toEqual(["Addresses", "Clients"]);
});
