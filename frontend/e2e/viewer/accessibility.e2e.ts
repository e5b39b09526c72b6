import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { axeViolations, Browser, pageText } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import {
	openMissingFontSession,
	openSession,
	upload,
	uploadAndOpenPDF,
	uploadSample,
	waitForDocument,
} from "../support/api";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

/**
 * Uploads a document whose page 1 is provisional for a while, and returns the URL of its viewer. `pages` must differ
 * between calls, because the server reuses the pages of an identical document.
 */
async function uploadLongDocument(pages: number): Promise<string> {
	const { id } = await upload("long.docx", makeDocx(pages, 7));
	await waitForDocument(id, ({ viewable }) => viewable);
	return openSession(id);
}

/** Holds back the state updates of the page, so that what it shows does not change. */
async function freezeUpdates(page: Page): Promise<void> {
	await page.route("**/state?*", () => undefined);
}

describe.each(["light", "dark"] as const)("in %s, axe has nothing to say of", (colorScheme) => {
	const narrow = { width: 360, height: 640 };

	test("a document that is read", async () => {
		const page = await browser.open(await uploadAndOpenPDF("read.pdf", makePDF(20)), { colorScheme });
		await pageText(page, 1);
		expect(await axeViolations(page)).toEqual([]);
		await page.setViewportSize(narrow);
		expect(await axeViolations(page)).toEqual([]);
	});

	test("one of which page 1 is provisional", async () => {
		const page = await browser.open("about:blank", { colorScheme });
		await freezeUpdates(page);
		await page.goto(await uploadLongDocument(colorScheme === "light" ? 901 : 902));
		expect(await page.locator("#status").innerText()).toContain("Preview");
		await pageText(page, 1);
		expect(await axeViolations(page)).toEqual([]);
		await page.setViewportSize(narrow);
		expect(await axeViolations(page)).toEqual([]);
	});

	test("one that is waited for", async () => {
		const page = await browser.open("about:blank", { colorScheme });
		await freezeUpdates(page);
		const { id } = await upload(
			`waiting-${colorScheme}.docx`,
			makeDocx(colorScheme === "light" ? 503 : 504, 7),
		);
		await page.goto(await openSession(id));
		expect(await axeViolations(page)).toEqual([]);
	});

	test("one that failed", async () => {
		const { id } = await uploadSample("protected.pdf");
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id), { colorScheme });
		expect(await axeViolations(page)).toEqual([]);
	});

	test("the list of missing fonts", async () => {
		const page = await browser.open(await openMissingFontSession(), { colorScheme });
		await page.getByRole("button", { name: "Missing fonts: 1" }).click();
		expect(await axeViolations(page)).toEqual([]);
	});

	test("a page that is waited for, and one that took too long", async () => {
		const page = await browser.open("about:blank", { colorScheme, expected: /status of 503/ });
		const slow = { status: 503, contentType: "application/problem+json", body: "{}" };
		await page.route("**/page/2.svg?*", (route) => route.fulfill(slow));
		await page.route("**/page/3.svg?*", () => undefined);
		await page.goto(await uploadAndOpenPDF("slow.pdf", makePDF(4)));
		await page.setViewportSize({ width: 1200, height: 1600 });
		await page.getByRole("button", { name: "Try again" }).waitFor();
		await page.getByText("This page is taking a while to load…").waitFor();
		expect(await axeViolations(page)).toEqual([]);
	});

	test("a page number that is wrong, and a lost connection", async () => {
		const page = await browser.open(await uploadAndOpenPDF("wrong.pdf", makePDF(30)), {
			colorScheme,
			expected: /ERR_INTERNET_DISCONNECTED/,
		});
		await pageText(page, 1);
		await page.context().setOffline(true);
		await page.keyboard.press("End");
		await expect.poll(() => page.locator("#notice").isVisible()).toBe(true);
		await page.fill("#page-field", "1000");
		await page.press("#page-field", "Enter");
		expect(await axeViolations(page)).toEqual([]);
	});

	test("a link that leads nowhere", async () => {
		const url = `${sharedServer().url}/viewer/view?sessionId=${"x".repeat(43)}`;
		const page = await browser.open(url, { colorScheme, expected: /status of 404/ });
		expect(await axeViolations(page)).toEqual([]);
	});
});
