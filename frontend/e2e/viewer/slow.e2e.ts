import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, wordsOf } from "../support/browser";
import { makePacedPDF, type Pace } from "../support/documents";
import { documentWhen, openSession, upload } from "../support/library";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** Opens a document of pages of which the slow ones take so long that a server gives them up after its deadline. */
async function open(server: Server, paces: readonly Pace[], expected?: RegExp): Promise<Page> {
	const { id } = await upload("slow.pdf", makePacedPDF(paces), server);
	await documentWhen(id, ({ viewable }) => viewable, server);
	const opening = { origin: server.url, ...(expected === undefined ? {} : { expected }) };
	return browser.open(await openSession(id, 60, server), opening);
}

/** How many sheets are in a state. */
function sheets(page: Page, state: "loading" | "drawn" | "failed"): Promise<number> {
	return page.locator(`#pages .page[data-state="${state}"]`).count();
}

describe("beside pages that take long", () => {
	let server: Server;
	beforeAll(async () => {
		server = await startServer("--deadline", "1h");
	});
	afterAll(() => server.stop());

	test.each([3, 6])("%i of them, the others are drawn", async (slow) => {
		const page = await open(server, ["quick", ...Array<Pace>(slow).fill("slow"), "quick", "quick"]);
		expect(await wordsOf(page, slow + 2)).toBe(`Page number ${slow + 2}`);
		expect(await wordsOf(page, slow + 3)).toBe(`Page number ${slow + 3}`);
		expect(await sheets(page, "loading")).toBe(slow);
		const note = page.locator('#pages .page[data-page="2"]').getByText("This page takes a while to draw…");
		await note.waitFor();
	});
});

test("a page that takes too long says so, and is tried again when asked for", async () => {
	const server = await startServer("--deadline", "1500ms");
	try {
		const page = await open(server, ["quick", "slow", "quick"], /status of 503/);
		const sheet = page.locator('#pages .page[data-page="2"]');
		await sheet.getByText("Drawing this page took too long, and was stopped.").waitFor();
		const again = page.waitForRequest(/page\/2\.svg/);
		await sheet.getByRole("button", { name: "Try again" }).click();
		await again;
		expect(await sheets(page, "failed")).toBe(0);
		expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
		await sheet.getByRole("button", { name: "Try again" }).waitFor();
		await page.close(); // before its server goes
	} finally {
		await server.stop();
	}
});

test("a page that cannot be drawn says why, in the server's words, and others are shown", async () => {
	const { id } = await upload("never.pdf", makePacedPDF(["quick", "never", "quick"]));
	await documentWhen(id, ({ viewable }) => viewable);
	const page = await browser.open(await openSession(id), { expected: /status of 422/ });
	const sheet = page.locator('#pages .page[data-page="2"]');
	await sheet.getByText("Page 2 is nested too deeply to be shown.").waitFor();
	expect(await sheet.getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
	expect(await wordsOf(page, 3)).toBe("Page number 3");
});
