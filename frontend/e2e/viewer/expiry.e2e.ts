import { expect, test } from "vitest";
import { Browser, wordsOf } from "../support/browser";
import { makePDF } from "../support/documents";
import { documentWhen, openSession, upload } from "../support/library";

const browser = new Browser();

// A minute is the shortest session, so this test waits for the end of one. It runs beside the other files.
test(
	"a session that ends says so on the open page, and has a page that says so afterwards",
	{
		timeout: 240_000,
	},
	async () => {
		const { id } = await upload("minute.pdf", makePDF(3));
		await documentWhen(id, ({ status }) => status === "ready");
		const url = await openSession(id, 1);
		const page = await browser.open(url, { expected: /status of 410/ });
		await wordsOf(page, 1);

		const heading = page.getByRole("heading", { level: 2 });
		await heading.waitFor({ timeout: 180_000 });
		expect(await heading.innerText()).toBe("This link has ended");
		expect(await page.locator("#pages .page").count()).toBe(0);

		const answer = await page.reload();
		expect(answer?.status()).toBe(410);
		expect(await page.getByRole("heading").innerText()).toMatch(/link/i);
		expect(await page.locator("#pages .page").count()).toBe(0);
	},
);
