import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { Browser, pageFieldValue } from "../support/browser";
import { openForReading, readAndClose } from "../support/reading";
import { call, makeSession, type Session, uploadSample, waitForDocument } from "../support/api";

const browser = new Browser();

/** Uploads a document, waits until it is ready, and creates a session. */
async function createSession(parameters: Readonly<Record<string, string>> = {}): Promise<Session> {
	const { id } = await uploadSample("sample.pdf");
	await waitForDocument(id, ({ status }) => status === "ready");
	return makeSession(id, 60, undefined, parameters);
}

const firstPage = '#pages .page[data-page="1"] > .face > svg';

test("a session that is ended hides the pages and the menu in an open viewer", async () => {
	const { id, viewerURL } = await createSession();
	const page = await browser.open(viewerURL, { expected: /status of 410/ });
	await page.locator(firstPage).waitFor();
	await page.locator("#more").click();
	await page.getByRole("menu").waitFor();
	await call("DELETE", `/session/${id}`);
	await page.locator('.panel[data-kind="over"]').waitFor();
	expect(await page.getByRole("menu").count()).toBe(0);
	expect(await page.locator(firstPage).count()).toBe(0);
});

test("the read pages are reported only for sessions with notifications", async () => {
	const notifying = await createSession({ notify: "true" });
	const silent = await createSession();
	for (const { viewerURL } of [notifying, silent]) {
		const page = await browser.open("about:blank");
		await openForReading(page, viewerURL);
		await readAndClose(page);
	}
	await expect
		.poll(() => call("GET", `/session/${notifying.id}`))
		.toMatchObject({ views: 1, readings: [{ pages: [[1, 1]] }] });
	expect(await call("GET", `/session/${silent.id}`)).toMatchObject({
		views: 1,
		readings: [{ seconds: 0, pages: [] }],
	});
});

test("a page number entered before the script has loaded takes effect afterwards", async () => {
	const page = await browser.open("about:blank");
	const scriptRequest = new Promise<Route>((resolve) => void page.route("**/viewer-*.js", resolve));
	await page.goto((await createSession()).viewerURL, { waitUntil: "commit" });
	await page.locator("#page-field").fill("2");
	await page.keyboard.press("Enter");
	await (await scriptRequest).continue();
	await page.locator('#pages .page[data-page="2"]').waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe("page-field");
	expect(await pageFieldValue(page)).toBe("2");
});

test("a click before the script has loaded takes effect afterwards", async () => {
	const page = await browser.open("about:blank");
	const scriptRequest = new Promise<Route>((resolve) => void page.route("**/viewer-*.js", resolve));
	const { viewerURL } = await createSession();
	await page.goto(viewerURL, { waitUntil: "commit" });
	await page.locator("#page-field").fill("1");
	await page.keyboard.press("Enter"); // must not navigate away from this page
	await page.getByRole("button", { name: "More" }).click();
	expect(await page.getByRole("menu").count()).toBe(0);
	await (await scriptRequest).continue();
	await page.getByRole("menuitem", { name: "Properties" }).waitFor();
	expect(page.url()).toBe(viewerURL);
});
