import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import shell from "../../src/studio/languages/en/shell.json";
import { Browser } from "../support/browser";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { answerError, goTo, openIdleStudio } from "../support/idle-studio";

// A page that could not be loaded tries again by itself: after growing delays, only while it is visible, and at once when
// the connection is restored.

const browser = new Browser();

let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

/** The pages that open a session, each with the request that opens it. */
const sessions: readonly (readonly [address: string, request: RegExp])[] = [
	["document/READY", /\/api\/v0\/session\?/],
	["designer/theme/corporate-identity-of-the-year-2026", /\/api\/v0\/settings\/viewer\/preview\?/],
];

/**
 * Opens a page whose session cannot be opened and whose clock is stopped. Returns a function that returns the number of
 * attempts so far.
 */
async function openFailing(page: Page, address: string, request: RegExp): Promise<() => number> {
	let attempts = 0;
	await page.route(request, async (route) => {
		attempts++;
		await answerError(route);
	});
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
	await goTo(page, address, server);
	await waitForFailure(page);
	return () => attempts;
}

/**
 * Waits until all resize observers have been notified about the current layout. An error message observes its own size
 * to find out whether it is hidden. The clock of the page must not run before the message knows its size.
 */
async function waitForResizeObservers(page: Page): Promise<void> {
	await page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				new ResizeObserver(() => {
					resolve();
				}).observe(document.body);
			}),
	);
}

/** Waits until an attempt has failed, and the next one is scheduled. */
async function waitForFailure(page: Page): Promise<void> {
	await page.locator("main:visible").getByRole("button", { name: shell.tryAgain, disabled: false }).waitFor();
	await waitForResizeObservers(page);
}

test.for(sessions)("%s waits longer after each failed attempt", async ([address, request]) => {
	const page = await openIdleStudio(browser, server);
	const attempts = await openFailing(page, address, request);
	for (const [failures, delay] of [
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
	] as const) {
		// From here, the next attempt starts after 0.5 to 1.25 times the delay: delays vary by a quarter, and the clock
		// may have advanced by up to a quarter of the delay since the previous attempt.
		await page.clock.runFor(delay * 0.4);
		await waitForFailure(page);
		expect(attempts(), `soon after ${failures} failures`).toBe(failures);
		await page.clock.runFor(delay * 0.85);
		await expect.poll(attempts, { message: `after ${failures} failures` }).toBe(failures + 1);
		await waitForFailure(page);
	}
});

/** Advances the clock of a page until at least `count` attempts have been made. */
async function runUntil(page: Page, attempts: () => number, count: number): Promise<void> {
	const passTime = async () => {
		await page.clock.runFor(100);
		return attempts();
	};
	await expect.poll(passTime).toBeGreaterThanOrEqual(count);
}

test("a document that cannot be opened tries again only while its tab is visible", async () => {
	const [[address, request] = ["", /./]] = sessions;
	const page = await openIdleStudio(browser, server);
	const attempts = await openFailing(page, address, request);
	await goTo(page, "developers", server);
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	await waitForResizeObservers(page);
	await page.clock.runFor(60_000);
	await goTo(page, address, server);
	await waitForFailure(page);
	expect(attempts()).toBe(1);
	await runUntil(page, attempts, 2);
});

test("a page behind an open document does not try again", async () => {
	const page = await openIdleStudio(browser, server);
	// Only the page of the templates requests the templates, so each request is an attempt of this page.
	const attempts = await openFailing(page, "templates", /\/v1\/template(\?|$)/);
	await goTo(page, "document/READY", server);
	await page.locator("main:visible", { hasText: shell.tryAgain }).waitFor({ state: "detached" });
	await waitForResizeObservers(page);
	const before = attempts();
	await page.clock.runFor(60_000);
	await goTo(page, "templates", server);
	await waitForFailure(page);
	expect(attempts()).toBe(before);
	await runUntil(page, attempts, before + 1);
});

/** Opens the studio while the first message of the stream of changes is held back. Returns a function that sends it. */
async function openBeforeReset(): Promise<{ page: Page; sendReset: () => void }> {
	const page = await openIdleStudio(browser, server);
	let sendReset: () => void = () => undefined;
	const sent = new Promise<void>((resolve) => (sendReset = resolve));
	let isFirst = true;
	await page.route(/\/api\/v0\/changes/, async (route) => {
		if (!isFirst) {
			return; // the studio opens the stream again when it ends; a second response would contain another reset
		}
		isFirst = false;
		await sent;
		await route.fulfill({
			contentType: "text/event-stream",
			body: 'event: changed\ndata: {"changes":[],"reset":true}\n\n',
		});
	});
	await page.reload();
	await page.getByRole("heading", { level: 1 }).filter({ visible: true }).waitFor();
	return { page, sendReset };
}

test("a document that cannot be opened tries again at once when the connection is restored", async () => {
	const [[address, request] = ["", /./]] = sessions;
	const { page, sendReset } = await openBeforeReset();
	const attempts = await openFailing(page, address, request);
	expect(attempts()).toBe(1);
	sendReset();
	await expect.poll(attempts).toBe(2);
});

test("a page that could not be loaded tries again once when the connection is restored", async () => {
	const { page, sendReset } = await openBeforeReset();
	const attempts = await openFailing(page, "templates", /\/v1\/template(\?|$)/);
	expect(attempts()).toBe(1);
	sendReset();
	await expect.poll(attempts).toBe(2);
	await waitForFailure(page);
	// If the page sent another request, it would do so after the minimum interval between two requests.
	await page.clock.runFor(500);
	await waitForFailure(page);
	expect(attempts()).toBe(2);
});
