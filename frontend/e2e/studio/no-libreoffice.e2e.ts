import { afterAll, beforeAll, expect, test } from "vitest";
import { upload, waitForDocument } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makeDocx } from "../support/documents";
import { type Server, startServerWith } from "../support/server";
import { openStudio } from "../support/studio";

// The library's messages on a server without LibreOffice.

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServerWith({ LECTERN_LIBREOFFICE: "/nonexistent" });
});

afterAll(() => server.stop());

test("the library says that LibreOffice is missing, and links to the remedy", async () => {
	const page = await openStudio(browser, "#/library", {}, server);
	const message = page.getByRole("status").filter({ hasText: "LibreOffice is missing or does not work" });
	await message.waitFor();
	expect(await axeViolations(page)).toEqual([]);
	await message.getByRole("link", { name: "How to fix this" }).click();
	await page.getByRole("heading", { name: "System check" }).waitFor();
});

test("an open document that failed shows why and what to do, and can be tried again", async () => {
	const { id, name } = await upload("letter.docx", makeDocx(1, 1), server);
	await waitForDocument(id, ({ status }) => status === "failed", server);
	const page = await openStudio(browser, `#/document/${id}`, {}, server);
	await page.getByRole("heading", { name: "This document cannot be shown" }).waitFor();
	await page.getByText("LibreOffice is missing or does not start.").waitFor();
	const retried = page.waitForResponse(`**/document/${id}/retry`);
	await page.getByRole("button", { name: `Try again: ${name}` }).click();
	expect((await retried).ok()).toBe(true);
	await page.getByRole("button", { name: "System check" }).click();
	await page.getByRole("heading", { name: "System check" }).waitFor();
});

test("it says nothing if LibreOffice is available", async () => {
	const page = await openStudio(browser);
	const response = page.waitForResponse("**/api/v0/server");
	await page.reload();
	await response;
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	expect(await page.getByText("LibreOffice is missing").count()).toBe(0);
});
