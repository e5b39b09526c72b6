import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, type OpenOptions } from "../support/browser";
import { call, putSettings, upload, waitForDocument, watchFolder } from "../support/api";
import { type Server, startServer } from "../support/server";
import { documentCard, openStudio } from "../support/studio";

const browser = new Browser();
const odt = "Dies ist eine reine Textdatei. Dieser Dateityp wird nicht unterstützt.";
let server: Server;

beforeAll(async () => {
	server = await startServer("--max-upload", "1024");
	const { id } = await upload("notes.odt", new TextEncoder().encode("plain words"), server);
	await waitForDocument(id, ({ status }) => status === "failed", server);
	await putSettings("profile", "plain", {}, server);
});

afterAll(() => server.stop());

/** Opens a page of the studio in a browser with a language. */
async function openInLanguage(locale: string, address: string, options: OpenOptions = {}): Promise<Page> {
	return openStudio(browser, address, { locale, expected: /status of 413/, ...options }, server);
}

async function goTo(page: Page, address: string): Promise<void> {
	await page.evaluate((hash) => {
		location.hash = hash;
	}, address);
}

test("cards, rows and activity show why a document has failed in the language of the window", async () => {
	const page = await openInLanguage("de-AT", "#/library");
	const card = documentCard(page, "notes.odt");
	await expect.poll(() => card.innerText()).toContain(odt);
	await page.getByRole("button", { name: "Listenansicht" }).click();
	await expect.poll(() => page.getByRole("grid").getByTitle(odt).innerText()).toBe(odt);
	await goTo(page, "#/activity");
	await expect
		.poll(() => page.getByRole("listitem").innerText())
		.toMatch(new RegExp(`${odt}\\s+Speichern Sie`));
});

test("another language applies as soon as it is chosen", async () => {
	const page = await openInLanguage("fr", "#/settings");
	await page.getByRole("combobox", { name: "Langue" }).click();
	await page.getByRole("option", { name: "Suomi" }).click();
	await page.getByRole("heading", { name: "Asetukset" }).waitFor();
	await goTo(page, "#/library");
	const card = documentCard(page, "notes.odt");
	await expect.poll(() => card.innerText()).toContain("Tiedostotyyppiä ei tueta: pelkkä tekstitiedosto.");
});

test("a rejected file shows the reason in the language of the window", async () => {
	const page = await openInLanguage("es", "#/library");
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Añadir", exact: true }).click();
	await page.getByRole("menuitem", { name: "Archivos…" }).click();
	const large = { name: "large.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(2000, "%PDF-1.7\n") };
	await (await chooser).setFiles(large);
	const list = page.getByRole("region", { name: "Añadiendo documentos" });
	await expect.poll(() => list.innerText()).toContain("El archivo supera el límite de 1,02 kB.");
});

describe.each(["de", "fi"])("in a small window of %s", (locale) => {
	const viewport = { width: 760, height: 600 };

	test("titles are not cut off, next to the search", async () => {
		const page = await openInLanguage(locale, "#/library", { viewport });
		await documentCard(page, "notes.odt").waitFor();
		const title = page.locator("button.section-title span");
		expect(await title.innerText()).not.toBe("");
		await expect
			.poll(() => title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
			.toBe(0);
	});

	test("all parts of the settings are visible", async () => {
		const page = await openInLanguage(locale, "#/settings", { viewport });
		const check = page.locator("a[href='#/settings/check']");
		await expect
			.poll(async () => {
				const { x, width } = (await check.boundingBox()) ?? { x: 0, width: Infinity };
				return x + width;
			})
			.toBeLessThan(viewport.width);
	});

	test("labels of properties are next to their controls, or above them", async () => {
		const page = await openInLanguage(locale, "#/designer/profile/plain", { viewport });
		await page.getByRole("combobox").nth(1).waitFor();
		await expect.poll(() => page.getByRole("combobox").evaluateAll(coveredLabels)).toEqual([]);
	});
});

/** Returns the labels that are covered by the fields they belong to. */
function coveredLabels(fields: readonly Element[]): string[] {
	return fields.flatMap((field) => {
		const box = field.getBoundingClientRect();
		const label = document.getElementById(field.getAttribute("aria-labelledby")?.split(" ")[0] ?? "");
		const name = label?.textContent ?? "";
		const words = document.createRange();
		words.selectNodeContents(
			[...document.querySelectorAll("label")].find(({ textContent }) => textContent === name) ?? field,
		);
		return [...words.getClientRects()]
			.filter(
				({ right, bottom, left, top }) =>
					right > box.left && left < box.right && bottom > box.top && top < box.bottom,
			)
			.map(() => name);
	});
}

test("the system check and watched folders are in the language of the window", async () => {
	const folder = await mkdtemp(join(tmpdir(), "lectern-"));
	await writeFile(join(folder, "notes.xyz"), "notes");
	const id = await watchFolder(folder, server);
	const page = await openInLanguage("fr", `#/folders/${id}`);
	await page.getByText("un type que Lectern n’affiche pas").waitFor();
	await goTo(page, "#/settings/check");
	await page.getByText("polices sont fournies avec LibreOffice").waitFor();
	await page.getByText("les privilèges sont abandonnés").waitFor();
	await call("DELETE", `/folder/${id}`, undefined, server);
	await rm(folder, { recursive: true });
});
