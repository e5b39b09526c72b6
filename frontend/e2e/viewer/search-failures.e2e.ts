import { expect, test } from "vitest";
import { openSession, upload, uploadAndOpenPDF, waitForDocument } from "../support/api";
import { Browser } from "../support/browser";
import { makePDF } from "../support/documents";
import { search, waitForCount } from "../support/search";

const browser = new Browser();

test("waits and retries if the server is overloaded", async () => {
	const expected = /status of 429/;
	const page = await browser.open(await uploadAndOpenPDF("busy.pdf", makePDF(3)), { expected });
	let refusals = 0;
	await page.route(/\/search\?/, async (route) => {
		if (refusals++ < 2) {
			await route.fulfill({ status: 429, headers: { "Retry-After": "0" } });
			return;
		}
		await route.continue();
	});
	await search(page, "alpha2", "1 of 1");
});

test("repeats the search while the text of further pages is being prepared", async () => {
	const { id } = await upload("coming.pdf", makePDF(3));
	await waitForDocument(id, ({ status }) => status === "ready");
	const page = await browser.open(await openSession(id), { initScript: simulateProcessing });
	await search(page, "beta", "1 of 1");
	const note = page.locator(".finder-note");
	await expect.poll(() => note.innerText()).toBe("Pages searched so far: 1");
	await page.evaluate(() => {
		document.documentElement.dataset["searchable"] = "all";
	});
	await waitForCount(page, "1 of 3");
	await expect.poll(() => note.innerText()).toBe("");
});

/**
 * Runs in the page as an init script. Makes the viewer treat a finished document of three pages as a document that is
 * still being processed. Only one of its pages can be searched until the attribute data-searchable is set to "all".
 */
function simulateProcessing(): void {
	const [parse, real] = [JSON.parse, window.fetch.bind(window)];
	JSON.parse = (text: string) => {
		const value = parse(text) as unknown;
		return typeof value === "object" && value !== null && "shown" in value
			? { ...value, status: "processing" }
			: value;
	};
	window.fetch = async (...request) => {
		const address = typeof request[0] === "string" ? request[0] : "";
		if (address.includes("/search/counts") && document.documentElement.dataset["searchable"] !== "all") {
			return Response.json({ pages: 1, hits: 1, searched: 1, runs: [{ page: 1, hits: [1] }] });
		}
		return real(...request);
	};
}

test("reports that a search failed, and tries again", async () => {
	const expected = /status of 500/;
	const page = await browser.open(await uploadAndOpenPDF("failing.pdf", makePDF(3)), { expected });
	await page.route(/\/search\?/, (route) => route.fulfill({ status: 500 }), { times: 1 });
	await search(page, "beta", "");
	const note = page.getByText("The search failed. Press Enter to try again.");
	await note.waitFor();
	await page.keyboard.press("Enter");
	await waitForCount(page, "1 of 3");
	await note.waitFor({ state: "detached" });
});

test("searches again when the server is reachable again", async () => {
	const expected = /ERR_INTERNET_DISCONNECTED/;
	const page = await browser.open(await uploadAndOpenPDF("away.pdf", makePDF(3)), { expected });
	await page.context().setOffline(true);
	await search(page, "beta", "");
	await page.getByText("The search failed.").waitFor();
	await page.context().setOffline(false);
	await waitForCount(page, "1 of 3");
});
