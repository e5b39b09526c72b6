import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, findings } from "../support/browser";
import { type Server, startServerWith } from "../support/server";
import { openStudio } from "../support/studio";

// Messages of the library on a server without LibreOffice.

const browser = new Browser();
let server: Server;

beforeAll(async () => {
	server = await startServerWith({ LECTERN_LIBREOFFICE: "/nonexistent" });
});

afterAll(() => server.stop());

test("the library says that there is no LibreOffice, and where it is told what to do", async () => {
	const page = await openStudio(browser, "#/library", {}, server);
	const said = page.getByRole("status").filter({ hasText: "there is no LibreOffice that Lectern can use" });
	await said.waitFor();
	expect(await findings(page)).toEqual([]);
	await said.getByRole("link", { name: "What to do" }).click();
	await page.getByRole("heading", { name: "System check" }).waitFor();
});

test("it says nothing of the kind where there is one", async () => {
	const page = await openStudio(browser);
	const answered = page.waitForResponse("**/api/v0/server");
	await page.reload();
	await answered;
	await page.getByRole("heading", { name: "All documents" }).waitFor();
	expect(await page.getByText("no LibreOffice").count()).toBe(0);
});
