import { availableParallelism } from "node:os";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { Browser, pageFieldValue, pageText, scrollTop } from "../support/browser";
import { makeDocx, makePDF, makeRTF } from "../support/documents";
import { openSession, upload, uploadAndOpenPDF, uploadSample, waitForDocument } from "../support/api";

const browser = new Browser();

declare global {
	interface Window {
		/** The messages about the document that the page has shown, in order, without consecutive duplicates. */
		messages?: string[];
	}
}

/**
 * Records changes of the visible messages: the panel, the status next to the title, and the page count. It is an init
 * script.
 */
function recordMessages(): void {
	const messages: string[] = (window.messages = []);
	const record = () => {
		const visibleText = (id: string) => {
			const element = document.getElementById(id);
			return element === null || element.hidden ? "" : element.textContent.trim();
		};
		const pages = document.getElementById("page-count")?.textContent ?? "";
		const sentence = visibleText("panel-title") || [visibleText("status"), pages].join(" ").trim();
		const panel = document.getElementById("panel");
		const latest = panel?.hidden === false ? sentence : [visibleText("status"), pages].join(" ").trim();
		if (messages.at(-1) !== latest) {
			messages.push(latest);
		}
	};
	document.addEventListener("DOMContentLoaded", () => {
		record();
		new MutationObserver(record).observe(document.body, {
			subtree: true,
			childList: true,
			characterData: true,
			attributes: true,
			attributeFilter: ["hidden"],
		});
	});
}

describe("a document that is being converted", () => {
	// On a busy machine, the converters, which have a low priority, may take ten times as long.
	test("is shown live: waiting, its first page, then all of them", { timeout: 150_000 }, async () => {
		const leaves = 1_200;
		const page = await browser.open("about:blank", { initScript: recordMessages });
		// These documents occupy all converters, so that the tested document is still waiting when it is opened.
		for (let other = 1; other <= availableParallelism(); other++) {
			await upload("others.rtf", makeRTF(`Other ${other}`, 200));
		}
		const { id } = await upload("leaves.rtf", makeRTF("Leaf", leaves));
		await page.goto(await openSession(id));
		await expect.poll(() => page.locator("#page-count").innerText()).toMatch(/^\d{3,}$/);
		// All pages are available before their text is indexed. The document is ready only after that.
		await expect.poll(() => page.locator("#status").isHidden()).toBe(true);

		const messages = (await page.evaluate(() => window.messages)) ?? [];
		expect(messages[0]).toBe("Preparing your document");
		expect(messages).toContain("Converting – more pages are coming 1");
		expect(messages.at(-1)).toMatch(/^\d{3,}$/);
		expect(await pageText(page, 1)).toContain("Leaf 1");
		await page.keyboard.press("End");
		expect(await pageText(page, Number(await page.locator("#page-count").innerText()))).toContain(
			`Leaf ${leaves}`,
		);
	});
});

test(
	"a provisional page 1 is marked as such, and replaced in place by the final one",
	{ timeout: 240_000 },
	async () => {
		// The page is opened before the document is uploaded, because the first page is provisional for a moment only.
		const page = await browser.open("about:blank", {
			initScript: recordMessages,
			viewport: { width: 1200, height: 500 },
		});
		const { id } = await upload("long.docx", makeDocx(1200, 7));
		const url = await openSession(id);
		await waitForDocument(id, ({ viewable }) => viewable);
		await page.goto(url);
		expect(await pageText(page, 1)).toContain("on page 7");
		const status = page.getByRole("status").filter({ hasText: "Preview – the rest is being converted" });
		expect(await status.count()).toBe(1);
		expect(await (await fetch(page.url())).text(), "without a script, too").toContain(">Preview<");
		const sheet = page.locator('#pages .page[data-page="1"]');
		await sheet.evaluate((element) => (element.dataset["mark"] = "kept"));
		await page.keyboard.press("ArrowDown");
		const top = await scrollTop(page);
		expect(top).toBeGreaterThan(0);

		await expect.poll(() => pageText(page, 1)).toContain("on page 1200");
		await expect.poll(() => page.locator("#page-count").innerText()).toBe("1200");
		expect(await page.getByRole("status").count()).toBe(0);
		expect(await page.locator("#page-of").innerText()).toBe("of 1200");
		await expect.poll(() => scrollTop(page)).toBe(top);
		expect(await sheet.getAttribute("data-mark")).toBe("kept");
		expect(await page.evaluate(() => window.messages)).toEqual([
			"Preview – the rest is being converted 1",
			"Converting – more pages are coming 1",
			"1200",
		]);
	},
);

/** Returns the accessible description of the page field, which screen readers announce after its name. */
async function fieldDescription(page: Page): Promise<string> {
	const session = await page.context().newCDPSession(page);
	const { root } = await session.send("DOM.getDocument");
	const query = { nodeId: root.nodeId, role: "textbox", accessibleName: "Page" };
	const { nodes } = await session.send("Accessibility.queryAXTree", query);
	return String(nodes[0]?.description?.value);
}

test("while more pages are coming, the page count indicates it", async () => {
	const page = await browser.open("about:blank");
	await page.route("**/state?*", () => undefined);
	const { id } = await upload("long.docx", makeDocx(1305, 7));
	await waitForDocument(id, ({ viewable }) => viewable);
	await page.goto(await openSession(id));
	await page.locator(".laid-out").waitFor();
	expect(await page.locator("#page-of").innerText()).toMatch(/^of 1…/);
	expect(await page.getByTitle("More pages are coming").isVisible()).toBe(true);
	expect(await fieldDescription(page)).toBe("of 1, and more are coming");
	await page.fill("#page-field", "5");
	await page.press("#page-field", "Enter");
	expect(await page.getByRole("alert").first().innerText()).toBe(
		"The other pages are still being converted.",
	);
	expect(await (await fetch(page.url())).text(), "without a script, too").toContain(
		'id="page-more" title="More pages are coming">',
	);

	const whole = await browser.open(await uploadAndOpenPDF("whole.pdf", makePDF(7)));
	await pageText(whole, 1);
	expect(await fieldDescription(whole)).toBe("of 7");
	expect(await whole.locator("#page-of").innerText()).toBe("of 7");
});

describe("a document that failed", () => {
	test.each([
		["damaged.docx", /damaged|could not be read/i],
		["protected.pdf", /password/i],
		["html.doc", /HTML/i],
	])("%s shows the reason", async (file, reason) => {
		const { id } = await uploadSample(file);
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id));
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("This document can’t be shown");
		expect(await page.locator("#panel-message").innerText()).toMatch(reason);
		expect(await page.getByRole("button").count()).toBe(0);
	});

	test("shows it without a script, too", async () => {
		const { id } = await uploadSample("damaged.pdf");
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id), { javaScriptEnabled: false });
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("This document can’t be shown");
	});
});

const longName = "Annual report of the works council 2026, final version.docx";

/** Returns the edges of an element, in pixels of the window. */
async function edges(page: Page, selector: string) {
	const { x, y, width, height } = (await page.locator(selector).boundingBox()) ?? failMissing(selector);
	return { left: x, top: y, right: x + width, bottom: y + height };
}

function failMissing(selector: string): never {
	throw new Error(`${selector} is not shown`);
}

/** Reports whether the whole text of an element is visible. */
function isFullyVisible(page: Page, selector: string): Promise<boolean> {
	return page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
}

const widths = [360, 768, 800, 1100, 1200];

test("a notice about pages that failed is next to the others, whatever the width", async () => {
	const reason = "The conversion of the document took too long and was stopped after 2 minutes.";
	const page = await browser.open("about:blank");
	await page.route("**/state?*", async (route) => {
		// Without these parameters, the server answers at once instead of waiting for a change.
		const latest = route.request().url().split("?")[0] ?? "";
		const state = (await (await fetch(latest)).json()) as object;
		await route.fulfill({
			json: {
				...state,
				revision: 1000,
				status: "failed",
				shown: "first",
				message: { text: reason, lang: "en" },
			},
		});
	});
	const { id } = await upload(longName, makeDocx(1303, 7));
	await waitForDocument(id, ({ viewable }) => viewable);
	await page.goto(await openSession(id));
	await expect
		.poll(() => page.locator("#notice").innerText())
		.toBe(`The remaining pages could not be converted. ${reason}`);
	expect(await page.locator("#notice [lang=en]").innerText(), "its language is said").toBe(reason);
	for (const width of widths) {
		await page.setViewportSize({ width, height: 640 });
		const [notice, stage] = [await edges(page, "#notice"), await edges(page, "#stage")];
		expect(notice.top, "it hides nothing of the pages").toBeGreaterThanOrEqual(stage.bottom);
		expect(notice.right - notice.left).toBe(width);
		const controls = await edges(page, ".bar-pages");
		expect(notice.bottom <= controls.top || notice.top >= controls.bottom, "nor of the controls").toBe(true);
	}
});

test("the mark of a provisional page fits between title and controls, whatever the width", async () => {
	const page = await browser.open("about:blank");
	await page.route("**/state?*", () => undefined);
	const { id } = await upload(longName, makeDocx(1304, 7));
	await waitForDocument(id, ({ viewable }) => viewable);
	await page.goto(await openSession(id));
	for (const width of widths) {
		await page.setViewportSize({ width, height: 640 });
		const [title, status, bar] = [
			await edges(page, "#title"),
			await edges(page, "#status"),
			await edges(page, ".bar-title"),
		];
		expect(title.right).toBeLessThan(status.left);
		expect(status.right).toBeLessThan(bar.right);
		expect(status.bottom).toBeLessThan(bar.bottom);
		expect(await isFullyVisible(page, "#status")).toBe(true);
		expect(title.right - title.left, "the title keeps some room").toBeGreaterThan(120);
	}
});

test("without controls the title has the whole bar", async () => {
	const { id } = await upload(longName, new TextEncoder().encode("no document"));
	await waitForDocument(id, ({ status }) => status === "failed");
	const page = await browser.open(await openSession(id), { viewport: { width: 800, height: 600 } });
	expect(await page.locator("#page-field").isVisible()).toBe(false);
	expect(await isFullyVisible(page, "#title")).toBe(true);
});

test("a lost connection is reported in one line if there is room", async () => {
	const page = await browser.open(await uploadAndOpenPDF("line.pdf", makePDF(40)), {
		expected: /ERR_INTERNET_DISCONNECTED/,
		viewport: { width: 360, height: 640 },
	});
	await pageText(page, 1);
	await page.context().setOffline(true);
	await page.keyboard.press("End");
	await expect.poll(() => page.locator("#notice").isVisible()).toBe(true);
	const { top, bottom } = await edges(page, "#notice");
	expect(bottom - top).toBeLessThan(2 * 24);
	expect(bottom).toBeLessThan((await edges(page, ".bar-pages")).top);
});

test("an unknown session shows an error page", async () => {
	const page = await browser.open(`${inject("url")}/viewer/view?sessionId=${"x".repeat(43)}`, {
		expected: /status of 404/,
	});
	expect(await page.getByRole("heading").innerText()).toMatch(/link/i);
});

test("the page reports a lost network, and continues when it is back", async () => {
	const url = await uploadAndOpenPDF("trouble.pdf", makePDF(50));
	const page = await browser.open(url, { expected: /ERR_INTERNET_DISCONNECTED/ });
	await pageText(page, 1);
	await page.context().setOffline(true);
	await page.keyboard.press("End");
	await expect.poll(() => page.locator("#notice").innerText()).toBe("Connection lost. Trying again…");
	await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBeGreaterThan(0);
	await page.context().setOffline(false);
	expect(await pageText(page, 50)).toContain("Page number 50");
	await expect.poll(() => page.locator("#notice").isHidden()).toBe(true);
	await expect.poll(() => page.getByRole("button", { name: "Try again" }).count()).toBe(0);
	await expect.poll(() => pageFieldValue(page)).toBe("50");
});
