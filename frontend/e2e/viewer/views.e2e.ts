import { expect, test } from "vitest";
import { Browser, wordsOf } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, documentWhen, makeSession, upload } from "../support/library";

const browser = new Browser();

/** The first answer to an opening is lost on its way, after the server has counted it. */
function loseAnAnswer(): void {
	const real = window.fetch.bind(window);
	let lost = false;
	window.fetch = async (...request) => {
		const answer = await real(...request);
		if (!lost && request[1]?.method === "POST") {
			lost = true;
			throw new TypeError("the connection was lost");
		}
		return answer;
	};
}

test("a tab takes one view, whatever is lost on the way and however often it is reloaded", async () => {
	const { id } = await upload("one view.pdf", makePDF(3));
	await documentWhen(id, ({ status }) => status === "ready");
	const { id: session, viewerURL: url } = await makeSession(id, 60, undefined, { maxViews: "1" });
	const expected = /status of 410/;
	const page = await browser.open(url, { before: loseAnAnswer, expected });
	expect(await wordsOf(page, 1)).toContain("Page number 1");
	await page.reload();
	expect(await wordsOf(page, 1)).toContain("Page number 1");
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
	expect(await heading.innerText()).toBe("This link has ended");
	expect(await other.locator("#pages .page").count()).toBe(0);
});
