import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { Browser, fieldValue } from "../support/browser";
import { call, documentWhen, makeSession, type Session, uploadSample } from "../support/library";

const browser = new Browser();

/** A session on a document that is ready. */
async function session(parameters: Readonly<Record<string, string>> = {}): Promise<Session> {
	const { id } = await uploadSample("sample.pdf");
	await documentWhen(id, ({ status }) => status === "ready");
	return makeSession(id, 60, undefined, parameters);
}

const firstPage = '#pages .page[data-page="1"] svg';

test("a session that is ended goes blank in the page that is open", async () => {
	const { id, viewerURL } = await session();
	const page = await browser.open(viewerURL, { expected: /status of 410/ });
	await page.locator(firstPage).waitFor();
	await call("DELETE", `/session/${id}`);
	await page.locator('.panel[data-kind="over"]').waitFor();
	expect(await page.locator(firstPage).count()).toBe(0);
});

test("an owner who wants to know is told what is read, and no other", async () => {
	const wanted = await session({ notify: "true" });
	const silent = await session();
	for (const { viewerURL } of [wanted, silent]) {
		const page = await browser.open(viewerURL);
		await page.locator(firstPage).waitFor();
		await page.waitForFunction(() => performance.now() > 2_500); // by then page 1 counts as seen
		await page.close({ runBeforeUnload: true });
	}
	await expect
		.poll(() => call("GET", `/session/${wanted.id}`))
		.toMatchObject({ views: 1, readings: [{ pages: [[1, 1]] }] });
	expect(await call("GET", `/session/${silent.id}`)).toMatchObject({
		views: 1,
		readings: [{ seconds: 0, pages: [] }],
	});
});

test("a page that is entered before the script is there is gone to when it is", async () => {
	const page = await browser.open("about:blank");
	const held = new Promise<Route>((resolve) => void page.route("**/viewer-*.js", resolve));
	await page.goto((await session()).viewerURL, { waitUntil: "commit" });
	await page.locator("#page-field").fill("2");
	await page.keyboard.press("Enter");
	await (await held).continue();
	await page.locator('#pages .page[data-page="2"]').waitFor();
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe("page-field");
	expect(await fieldValue(page)).toBe("2");
});

test("what is clicked before the script is there is done when it is", async () => {
	const page = await browser.open("about:blank");
	const held = new Promise<Route>((resolve) => void page.route("**/viewer-*.js", resolve));
	const { viewerURL } = await session();
	await page.goto(viewerURL, { waitUntil: "commit" });
	await page.locator("#page-field").fill("1");
	await page.keyboard.press("Enter"); // which must not lead away
	await page.getByRole("button", { name: "More" }).click();
	expect(await page.getByRole("menu").count()).toBe(0);
	await (await held).continue();
	await page.getByRole("menuitem", { name: "Properties" }).waitFor();
	expect(page.url()).toBe(viewerURL);
});
