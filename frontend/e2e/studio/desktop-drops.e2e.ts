import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { desktopRuntime, emitDesktopEvent } from "../support/desktop";
import { makePDF, makeTemplate } from "../support/documents";
import { callTask, localKey, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";

const browser = new Browser();
let server: Server;
let folder: string;

beforeAll(async () => {
	server = await startServer();
	folder = await mkdtemp(join(tmpdir(), "lectern-"));
});

afterAll(async () => {
	await server.stop();
	await rm(folder, { recursive: true });
});

/**
 * Opens a page of the studio as in the desktop window, with a simulated bridge to the desktop program.
 * `droppedContents` has the contents of dropped files in Base64, as the program returns them, by kind and path.
 */
async function openInWindow(
	hash: string,
	locale: string,
	droppedContents: Readonly<Record<string, string>> = {},
): Promise<Page> {
	const page = await browser.open("about:blank", { origin: server.url, locale });
	await page.context().addInitScript(desktopRuntime);
	await page.context().addInitScript(
		({ apiBase, key, dropped: droppedContents }) => {
			const preferences = { startAtLogin: false, keepRunning: true, language: "", appearance: "" };
			const connection = { apiBase, key, version: "1", platform: "linux", canHide: true, preferences };
			Object.assign(window, {
				go: {
					app: {
						Bridge: {
							Connection: () => Promise.resolve(connection),
							Dropped: (kind: string, path: string) => {
								const content = droppedContents[`${kind} ${path}`];
								return content === undefined
									? Promise.reject(new Error(`${path} cannot be read.`))
									: Promise.resolve(content);
							},
						},
					},
				},
			});
		},
		{ apiBase: server.apiBase, key: await localKey(server), dropped: droppedContents },
	);
	await page.goto(`${server.url}/${hash}`);
	await page.getByRole("navigation", { name: "Lectern" }).waitFor();
	return page;
}

/** Renames the only template. */
async function renameTemplates(name: string): Promise<void> {
	const [template] = await callTask<{ id: string }[]>("GET", "/template", undefined, server);
	await callTask("PATCH", `/template/${template?.id ?? ""}`, { name }, server);
}

test("files that Lectern opens and rejects show the reason in the language of the window", async () => {
	const [empty, missing] = [join(folder, "empty.docx"), join(folder, "gone.docx")];
	await writeFile(empty, "");
	const { id } = await upload("letter.pdf", makePDF(1), server);
	await waitForDocument(id, ({ viewable }) => viewable, server);
	const page = await openInWindow("#/settings", "de");
	await emitDesktopEvent(page, "open", [id]);
	await emitDesktopEvent(page, "take", [empty, missing]);
	await page.locator("nav [aria-current=page]", { hasText: "letter.pdf" }).waitFor();
	const items = page.getByRole("listitem").filter({ hasText: ".docx" });
	await expect
		.poll(() => items.allInnerTexts())
		.toEqual([
			expect.stringMatching(/empty\.docx\s+Die Datei ist leer\./),
			expect.stringMatching(/gone\.docx\s+Die Datei ist nicht mehr vorhanden\./),
		]);
});

test("says that dropped files contain no document", async () => {
	const [empty, hidden] = [join(folder, "bare"), join(folder, "hidden")];
	await mkdir(empty);
	await mkdir(hidden);
	await writeFile(join(hidden, ".letter.pdf"), makePDF(1));
	const page = await openInWindow("#/library", "en");
	await emitDesktopEvent(page, "take", [empty]);
	await page.getByText("“bare” contains no documents.").waitFor();
	await emitDesktopEvent(page, "take", [empty, hidden]);
	await page.getByText("The files and folders you added contain no documents.").waitFor();
});

test("says how many files of a folder were skipped", async () => {
	const mixed = join(folder, "mixed");
	await mkdir(mixed);
	await writeFile(join(mixed, "letter.pdf"), makePDF(1));
	await writeFile(join(mixed, ".hidden.pdf"), makePDF(1));
	await symlink(join(mixed, "letter.pdf"), join(mixed, "link.pdf"));
	const page = await openInWindow("#/library", "en");
	await emitDesktopEvent(page, "take", [mixed]);
	await page.getByText("2 skipped: hidden files, links and special files").waitFor();
	await page.getByText("1 ready").waitFor();
});

test("says after a restart which files the program was adding when it ended", async () => {
	const page = await openInWindow("#/library", "en");
	await page.route("**/intake", () => undefined); // never responded to
	const request = page.waitForRequest("**/intake");
	await emitDesktopEvent(page, "take", [join(folder, "letters"), join(folder, "bills")]);
	await request;
	// A second page simulates the restarted program. The first page is not reloaded for this: it would handle the
	// failure of its request, but a program that has ended does not.
	const restarted = await page.context().newPage();
	await restarted.goto(page.url());
	const message = restarted.getByText("Lectern was closed while adding “letters” and 1 more.");
	await message.waitFor();
	await restarted.reload();
	await restarted.getByRole("navigation", { name: "Lectern" }).waitFor();
	expect(await message.count()).toBe(0);
});

test("says what happens to dropped files on pages other than the library", async () => {
	const page = await openInWindow("#/folders", "en");
	const drag = async () => {
		const dataTransfer = await page.evaluateHandle(() => {
			const data = new DataTransfer();
			data.items.add(new File(["."], "letters"));
			return data;
		});
		await page.dispatchEvent("body", "dragover", { dataTransfer });
	};
	await page.getByRole("heading", { name: "Watched folders", exact: true }).waitFor();
	await drag();
	await page.getByText("Drop a folder to watch it").waitFor();
	await page.getByRole("link", { name: "All documents" }).click();
	await drag();
	await page.getByText("Drop to add to the library").waitFor();
});

test("templates and their rows are read by the program, by the paths at which they were dropped", async () => {
	const page = await openInWindow("#/templates", "en", {
		"template /home/zoë/offer.docx": Buffer.from(makeTemplate("Dear {name},")).toString("base64"),
		"rows C:\\lists\\names.csv": Buffer.from("name\nZoë\n").toString("base64"),
	});
	const drop = (...paths: readonly string[]) => emitDesktopEvent(page, "dropped", { x: 9, y: 9, paths });
	await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
	await drop("/gone/offer.docx");
	await page.getByText("/gone/offer.docx cannot be read.").waitFor();
	await drop("/home/zoë/offer.docx");
	await page.getByRole("heading", { name: "offer" }).waitFor();
	await page.getByRole("button", { name: "Table", exact: true }).click();
	await renameTemplates("tender");
	await page.getByRole("heading", { name: "tender" }).waitFor(); // on this page, dropped files are read as rows
	await drop("C:\\lists\\names.csv");
	await page.getByText("names.csv", { exact: true }).waitFor();
	await page.getByRole("cell", { name: "Zoë" }).waitFor();
});
