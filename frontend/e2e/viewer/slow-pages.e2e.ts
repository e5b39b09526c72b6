import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { type DrawSpeed, makePDFOfSpeeds } from "../support/documents";
import { openSession, upload, waitForDocument } from "../support/api";
import { type Server, startServer } from "../support/server";

const browser = new Browser();

/** Opens a document whose pages have the given speeds. The server stops drawing a slow page at its time limit. */
async function openSlowPDF(server: Server, speeds: readonly DrawSpeed[], expected?: RegExp): Promise<Page> {
	const { id } = await upload("slow.pdf", makePDFOfSpeeds(speeds), server);
	await waitForDocument(id, ({ viewable }) => viewable, server);
	const options = { origin: server.url, ...(expected === undefined ? {} : { expected }) };
	return browser.open(await openSession(id, 60, server), options);
}

/** Returns the number of pages in a state. */
function sheetCount(page: Page, state: "loading" | "drawn" | "failed"): Promise<number> {
	return page.locator(`#pages .page[data-state="${state}"]`).count();
}

describe("with slow pages", () => {
	let server: Server;
	beforeAll(async () => {
		server = await startServer("--deadline", "1h");
	});
	afterAll(() => server.stop());

	test.each([3, 6])("%i of them, the others are drawn", async (slow) => {
		const page = await openSlowPDF(server, [
			"quick",
			...Array<DrawSpeed>(slow).fill("slow"),
			"quick",
			"quick",
		]);
		expect(await pageText(page, slow + 2)).toBe(`Page number ${slow + 2}`);
		expect(await pageText(page, slow + 3)).toBe(`Page number ${slow + 3}`);
		await expect.poll(() => sheetCount(page, "loading")).toBe(slow);
		const note = page
			.locator('#pages .page[data-page="2"]')
			.getByText("This page is taking a while to load…");
		await note.waitFor();
	});
});

test("a page that takes too long shows a message, and is retried on request", async () => {
	const server = await startServer("--deadline", "1500ms");
	try {
		const page = await openSlowPDF(server, ["quick", "slow", "quick"], /status of 503/);
		const sheet = page.locator('#pages .page[data-page="2"]');
		await sheet.getByText("This page took too long to load.").waitFor();
		const retry = page.waitForRequest(/page\/2\.svg/);
		await sheet.getByRole("button", { name: "Try again" }).click();
		await retry;
		await expect.poll(() => sheetCount(page, "failed")).toBe(0);
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
		await sheet.getByRole("button", { name: "Try again" }).waitFor();
		await page.close(); // otherwise, the page would report errors when the server stops
	} finally {
		await server.stop();
	}
});

test("the message of a page is in its visible part", async () => {
	// Each page is higher than the window.
	const { id } = await upload("parts.pdf", makePDFOfSpeeds(["quick", "never", "quick"], 1500));
	await waitForDocument(id, ({ viewable }) => viewable);
	const viewport = { width: 390, height: 844 };
	const page = await browser.open(await openSession(id), { viewport, expected: /status of 422/ });
	const sheet = page.locator('#pages .page[data-page="2"]');
	const retry = sheet.getByRole("button", { name: "Try again" });
	/** Scrolls until an edge of the page is in the middle of the window, and waits until the message can be seen. */
	const expectVisible = async (edge: "top" | "bottom") => {
		await expect
			.poll(
				async () => {
					await sheet.evaluate((element: HTMLElement, edge) => {
						const stage = document.getElementById("stage");
						stage?.scrollBy(0, element.getBoundingClientRect()[edge] - window.innerHeight / 2);
					}, edge);
					const [stage, button] = [await page.locator("#stage").boundingBox(), await retry.boundingBox()];
					return (
						stage !== null &&
						button !== null &&
						button.y >= stage.y &&
						button.y + button.height <= stage.y + stage.height
					);
				},
				{ message: `only the part at the ${edge} edge is visible` },
			)
			.toBe(true);
	};
	await expectVisible("top");
	await expectVisible("bottom");
});

test("a page that cannot be drawn shows the reason, and others are drawn", async () => {
	const { id } = await upload("never.pdf", makePDFOfSpeeds(["quick", "never", "quick"]));
	await waitForDocument(id, ({ viewable }) => viewable);
	const page = await browser.open(await openSession(id), { expected: /status of 422/ });
	const sheet = page.locator('#pages .page[data-page="2"]');
	await sheet.getByText("Page 2 is nested too deeply to be shown.").waitFor();
	expect(await sheet.getByRole("button", { name: "Try again" }).isVisible()).toBe(true);
	expect(await pageText(page, 3)).toBe("Page number 3");
});
