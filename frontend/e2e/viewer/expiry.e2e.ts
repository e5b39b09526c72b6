import { expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { openSession, upload, waitForDocument } from "../support/api";

const browser = new Browser();

// The shortest possible session lasts a minute, and this test waits until it has expired. The test is in a separate
// file, so that other tests run meanwhile.
test(
	"a session that ends is reported on the open page, and by an error page afterwards",
	{
		timeout: 240_000,
	},
	async () => {
		const { id } = await upload("minute.pdf", makePDF(3));
		await waitForDocument(id, ({ status }) => status === "ready");
		const url = await openSession(id, 1);
		const page = await browser.open(url, { expected: /status of 410/ });
		await pageText(page, 1);

		const heading = page.getByRole("heading", { level: 2 });
		await heading.waitFor({ timeout: 180_000 });
		expect(await heading.innerText()).toBe("This link no longer works");
		expect(await page.locator("#pages .page").count()).toBe(0);

		const answer = await page.reload();
		expect(answer?.status()).toBe(410);
		expect(await page.getByRole("heading").innerText()).toMatch(/link/i);
		expect(await page.locator("#pages .page").count()).toBe(0);
	},
);
