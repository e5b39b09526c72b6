import { expect, test } from "vitest";
import { Browser, darkPixelShare, pageText } from "../support/browser";
import { openSession, uploadSample, waitForDocument } from "../support/api";

const browser = new Browser();

const types = "doc docx dotx ppt pps pot ppa potx pptx ppsx xls xlsx pdf rtf".split(" ");

test.each(types)("a .%s is uploaded, converted and read", async (type) => {
	const { id } = await uploadSample(`sample.${type}`);
	const document = await waitForDocument(id, ({ viewable }) => viewable);
	expect(document.viewable, document.message).toBe(true);

	const page = await browser.open(await openSession(id));
	expect(await pageText(page, 1)).toContain("Lectern sample");
	expect(await darkPixelShare(page, '#pages .page[data-page="1"]')).toBeGreaterThan(0.0005);
	expect(await page.locator("h1").innerText()).toBe(`sample.${type}`);
});
