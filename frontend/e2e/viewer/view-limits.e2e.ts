import { expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, makeSession, upload, waitForDocument } from "../support/api";

const browser = new Browser();

/**
 * Runs in the page as an init script. Discards the first response to the request that opens a view, after the server
 * has counted the view.
 */
function loseFirstResponse(): void {
	const realFetch = window.fetch.bind(window);
	let isLost = false;
	window.fetch = async (...request) => {
		const response = await realFetch(...request);
		if (!isLost && request[1]?.method === "POST") {
			isLost = true;
			throw new TypeError("the connection was lost");
		}
		return response;
	};
}

test("a tab counts as one view, whatever responses are lost and however often it is reloaded", async () => {
	const { id } = await upload("one view.pdf", makePDF(3));
	await waitForDocument(id, ({ status }) => status === "ready");
	const { id: session, viewerURL: url } = await makeSession(id, 60, undefined, { maxViews: "1" });
	const expected = /status of 410/;
	const page = await browser.open(url, { initScript: loseFirstResponse, expected });
	expect(await pageText(page, 1)).toContain("Page number 1");
	await page.reload();
	expect(await pageText(page, 1)).toContain("Page number 1");
	expect(await call("GET", `/session/${session}`)).toMatchObject({ views: 1, state: "used" });
	const [saved] = await Promise.all([
		page.waitForEvent("download"),
		page.getByRole("button", { name: "Download" }).click(),
	]);
	expect(saved.suggestedFilename()).toBe("one view.pdf");
	expect(await saved.failure()).toBeNull();

	const other = await browser.open(url, { expected });
	const heading = other.getByRole("heading", { level: 2 });
	await heading.waitFor();
	expect(await heading.innerText()).toBe("This link no longer works");
	expect(await other.locator("#pages .page").count()).toBe(0);
});
