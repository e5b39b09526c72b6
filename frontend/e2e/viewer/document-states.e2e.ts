import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { Browser, pageFieldValue, pageText } from "../support/browser";
import { makeDocx, makePDF } from "../support/documents";
import { openSession, upload, uploadAndOpenPDF, uploadSample, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

describe("a document that failed", () => {
	test.each([
		["damaged.docx", /(damaged|could not be read).*\. Let the person who sent you the link know\./i],
		["html.doc", /HTML.*\. Let the person who sent you the link know\./i],
	])("%s shows the reason, and what to do", async (file, reason) => {
		const { id } = await uploadSample(file);
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id));
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("This document cannot be shown");
		expect(await page.locator("#panel-message").innerText()).toMatch(reason);
		expect(await page.getByRole("button").count()).toBe(0);
	});

	test.each([true, false])(
		"because it needs a password is not shown as broken: scripts %s",
		async (scripts) => {
			const { id } = await uploadSample("protected.pdf");
			await waitForDocument(id, ({ status }) => status === "failed");
			const page = await browser.open(await openSession(id), { javaScriptEnabled: scripts });
			const panel = page.locator("#panel");
			expect(await panel.getByRole("heading").innerText()).toBe("This document is protected by a password");
			expect(await panel.locator("p").innerText()).toBe("Ask the person who sent you the link to unlock it.");
			expect(await panel.locator(".icon:visible use").getAttribute("href")).toBe("#i-lock");
		},
	);

	test("shows it without a script, too", async () => {
		const { id } = await uploadSample("damaged.pdf");
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open(await openSession(id), { javaScriptEnabled: false });
		expect(await page.getByRole("heading", { level: 2 }).innerText()).toBe("This document cannot be shown");
	});
});

/** Stops the timers of automatic attempts to reach the server, which wait longer than all other timers of a viewer. */
function stopLongTimers(): void {
	const setTimer = window.setTimeout.bind(window);
	window.setTimeout = ((run: () => void, delay = 0) =>
		delay < 700 ? setTimer(run, delay) : 0) as typeof window.setTimeout;
}

/**
 * Makes a page receive the state of its document with some fields replaced. The viewer accepts the state only if its
 * revision is newer.
 */
async function changeState(page: Page, changes: Readonly<Record<string, unknown>>): Promise<void> {
	await page.route("**/state?*", async (route) => {
		// Without its parameters, the request does not wait for a change of the state.
		const latest = route.request().url().split("?")[0] ?? "";
		const state = (await (await fetch(latest)).json()) as object;
		await route.fulfill({ json: { ...state, revision: 1000, ...changes } });
	});
}

const longName = "Annual report of the works council 2026, final version.docx";

/** Returns the positions of an element's edges, in pixels of the window. */
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
	await changeState(page, { status: "processing", shown: "first" });
	await page.goto(await uploadAndOpenPDF("first.pdf", makePDF(1)));
	await page.getByTitle("More pages are being converted").waitFor();
	expect(await page.locator("#page-of").innerText()).toMatch(/^of 1…/);
	expect(await fieldDescription(page)).toBe("of 1, more are being converted");
	await page.fill("#page-field", "5");
	await page.press("#page-field", "Enter");
	await expect
		.poll(() => page.getByRole("alert").first().innerText())
		.toBe("The other pages are still being converted.");

	const whole = await browser.open(await uploadAndOpenPDF("whole.pdf", makePDF(7)));
	await pageText(whole, 1);
	expect(await fieldDescription(whole)).toBe("of 7");
	expect(await whole.locator("#page-of").innerText()).toBe("of 7");
});

test("a notice about pages that failed is next to the others, whatever the width", async () => {
	const reason = "The conversion of the document took too long and was stopped after 2 minutes.";
	const page = await browser.open("about:blank");
	await changeState(page, { status: "failed", shown: "first", message: { text: reason, lang: "en" } });
	const { id } = await upload(longName, makeDocx(3, 7));
	await waitForDocument(id, ({ status }) => status === "ready");
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
	await changeState(page, { status: "processing", shown: "provisional" });
	const { id } = await upload(longName, makePDF(1));
	await waitForDocument(id, ({ status }) => status === "ready");
	await page.goto(await openSession(id));
	await page.getByRole("status").filter({ hasText: "Preview" }).waitFor();
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

test("an unknown session shows an error page with the name of the product", async () => {
	const page = await browser.open(`${sharedServer().url}/viewer/view?sessionId=${"x".repeat(43)}`, {
		expected: /status of 404/,
	});
	expect(await page.getByRole("heading").innerText()).toMatch(/link/i);
	const bar = page.getByRole("banner");
	expect(await bar.innerText()).toBe("Lectern");
	expect((await bar.boundingBox())?.width, "the bar is as wide as the window").toBe(1200);
	expect(await page.locator(".panel-icon use").getAttribute("href")).toBe("#i-unlink");
});

test("the page reports a lost network, and continues when it is back", async () => {
	const url = await uploadAndOpenPDF("trouble.pdf", makePDF(50));
	const page = await browser.open(url, { expected: /ERR_INTERNET_DISCONNECTED/ });
	await pageText(page, 1);
	await page.context().setOffline(true);
	await page.keyboard.press("End");
	const last = page.locator('#pages .page[data-page="50"]');
	await last.getByText("This page will appear when the connection is back.").waitFor();
	const notice = page.locator("#notice");
	await expect
		.poll(() => notice.innerText())
		.toMatch(/^Connection lost\.\s+Next attempt in \d+ s\s+Try again$/);
	expect(
		await page.getByRole("button", { name: "Try again" }).count(),
		"there is one button for all pages",
	).toBe(1);
	await page.context().setOffline(false);
	expect(await pageText(page, 50)).toContain("Page number 50");
	await expect.poll(() => notice.isHidden()).toBe(true);
	expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
	await expect.poll(() => pageFieldValue(page)).toBe("50");
});

test("the button of the notice of a lost connection tries again at once", async () => {
	const url = await uploadAndOpenPDF("again.pdf", makePDF(50));
	const page = await browser.open(url, { expected: /ERR_CONNECTION_REFUSED/, initScript: stopLongTimers });
	await pageText(page, 1);
	await page.route("**/viewer/**", (route) => route.abort("connectionrefused"));
	await page.keyboard.press("End");
	const button = page.getByRole("button", { name: "Try again" });
	await button.waitFor();
	await page.unrouteAll();
	await button.click();
	expect(await pageText(page, 50)).toContain("Page number 50");
	await expect.poll(() => page.locator("#notice").isHidden()).toBe(true);
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
});
