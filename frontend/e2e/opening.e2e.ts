import { expect, inject, test } from "vitest";
import { Browser } from "./browser";
import { documentWhen, uploadSample } from "./library";

const browser = new Browser();

/** A request with the key. */
async function call(method: string, path: string): Promise<unknown> {
	const answer = await fetch(`${inject("apiBase")}${path}`, {
		method,
		headers: { Authorization: inject("key") },
	});
	const text = await answer.text();
	return text === "" ? undefined : JSON.parse(text);
}

/** A session on a document that is ready; `more` are further parameters. */
async function session(more: string): Promise<{ id: string; viewerURL: string }> {
	const { id } = await uploadSample("sample.pdf");
	await documentWhen(id, ({ status }) => status === "ready");
	return (await call("POST", `/session?documentId=${id}&duration=60${more}`)) as {
		id: string;
		viewerURL: string;
	};
}

const firstPage = '.page[data-page="1"] svg';

test("a session that counts its views is opened once by each tab, and a reload is no further view", async () => {
	const { id, viewerURL } = await session("&maxViews=1");
	const page = await browser.open(viewerURL, { expected: /status of 410/ });
	await page.locator(firstPage).waitFor();
	await page.reload();
	await page.locator(firstPage).waitFor();
	expect(await call("GET", `/session/${id}`)).toMatchObject({ views: 1, state: "used" });
	const other = await browser.open(viewerURL, { expected: /status of 410/ });
	await other.getByRole("heading", { level: 2, name: "This link has ended" }).waitFor();
	expect(await other.locator(firstPage).count()).toBe(0);
});

test("a session that is ended goes blank in the page that is open", async () => {
	const { id, viewerURL } = await session("");
	const page = await browser.open(viewerURL, { expected: /status of 410/ });
	await page.locator(firstPage).waitFor();
	await call("DELETE", `/session/${id}`);
	await page.locator('.panel[data-kind="over"]').waitFor();
	expect(await page.locator(firstPage).count()).toBe(0);
});

test("an owner who wants to know is told what is read, and no other", async () => {
	const wanted = await session("&notify=true");
	const silent = await session("");
	for (const { viewerURL } of [wanted, silent]) {
		const page = await browser.open(viewerURL);
		await page.locator(firstPage).waitFor();
		await page.waitForFunction(() => performance.now() > 2_500); // by then page 1 counts as seen
		await page.close({ runBeforeUnload: true });
	}
	await expect
		.poll(() => call("GET", `/session/${wanted.id}`), { timeout: 20_000 })
		.toMatchObject({ views: 1, readings: [{ pages: [[1, 1]] }] });
	expect(await call("GET", `/session/${silent.id}`)).toMatchObject({
		views: 1,
		readings: [{ seconds: 0, pages: [] }],
	});
});
