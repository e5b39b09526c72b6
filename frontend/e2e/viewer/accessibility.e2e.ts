import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { Browser, findings, wordsOf } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import {
	documentOfNoSuchFont,
	documentWhen,
	openSession,
	readyPDF,
	upload,
	uploadSample,
} from "../support/library";

const browser = new Browser();

/** A document of which page 1 is provisional for a while; each has other bytes, or the first one's pages would be taken. */
async function longDocument(pages: number): Promise<string> {
	const { id } = await upload("long.docx", makeDocx(pages, 7));
	await documentWhen(id, ({ viewable }) => viewable);
	return openSession(id);
}

/** Has the page never hear of a change, so that it stays as it is. */
async function hold(page: Page): Promise<void> {
	await page.route("**/state?*", () => undefined);
}

describe.each(["light", "dark"] as const)("in %s, axe has nothing to say of", (colorScheme) => {
	const narrow = { width: 360, height: 640 };

	test("a document that is read", async () => {
		const page = await browser.open(await readyPDF("read.pdf", makePDF(20)), { colorScheme });
		await wordsOf(page, 1);
		expect(await findings(page)).toEqual([]);
		await page.setViewportSize(narrow);
		expect(await findings(page)).toEqual([]);
	});

	test("one of which page 1 is provisional", async () => {
		const page = await browser.open("about:blank", { colorScheme });
		await hold(page);
		await page.goto(await longDocument(colorScheme === "light" ? 901 : 902));
		expect(await page.locator("#status").innerText()).toContain("Preview");
		await wordsOf(page, 1);
		expect(await findings(page)).toEqual([]);
		await page.setViewportSize(narrow);
		expect(await findings(page)).toEqual([]);
	});

	test("one that is waited for", async () => {
		const page = await browser.open("about:blank", { colorScheme });
		await hold(page);
		const { id } = await upload(
			`waiting-${colorScheme}.docx`,
			makeDocx(colorScheme === "light" ? 503 : 504, 7),
		);
		await page.goto(await openSession(id));
		expect(await findings(page)).toEqual([]);
	});

	test("one that failed", async () => {
		const { id } = await uploadSample("protected.pdf");
		await documentWhen(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id), { colorScheme });
		expect(await findings(page)).toEqual([]);
	});

	test("the list of missing fonts", async () => {
		const page = await browser.open(await documentOfNoSuchFont(), { colorScheme });
		await page.getByRole("button", { name: "Fonts that are missing: 1" }).click();
		expect(await findings(page)).toEqual([]);
	});

	test("a page that is waited for, and one that took too long", async () => {
		const page = await browser.open("about:blank", { colorScheme, expected: /status of 503/ });
		const slow = { status: 503, contentType: "application/problem+json", body: "{}" };
		await page.route("**/page/2.svg?*", (route) => route.fulfill(slow));
		await page.route("**/page/3.svg?*", () => undefined);
		await page.goto(await readyPDF("slow.pdf", makePDF(4)));
		await page.setViewportSize({ width: 1200, height: 1600 });
		await page.getByRole("button", { name: "Try again" }).waitFor();
		await page.getByText("This page takes a while to draw…").waitFor();
		expect(await findings(page)).toEqual([]);
	});

	test("a page number that is wrong, and a lost connection", async () => {
		const page = await browser.open(await readyPDF("wrong.pdf", makePDF(30)), {
			colorScheme,
			expected: /ERR_INTERNET_DISCONNECTED/,
		});
		await wordsOf(page, 1);
		await page.context().setOffline(true);
		await page.keyboard.press("End");
		await expect.poll(() => page.locator("#notice").isVisible()).toBe(true);
		await page.fill("#page-field", "1000");
		await page.press("#page-field", "Enter");
		expect(await findings(page)).toEqual([]);
	});

	test("a link that leads nowhere", async () => {
		const url = `${inject("url")}/viewer/view?sessionId=${"x".repeat(43)}`;
		const page = await browser.open(url, { colorScheme, expected: /status of 404/ });
		expect(await findings(page)).toEqual([]);
	});
});
