import { expect, test } from "vitest";
import { Browser, inkShare, wordsOf } from "../support/browser";
import { documentWhen, openSession, uploadSample } from "../support/library";

const browser = new Browser();

const types = "doc docx dotx ppt pps pot ppa potx pptx ppsx xls xlsx pdf rtf".split(" ");

test.each(types)("a .%s is uploaded, converted and read", async (type) => {
	const { id } = await uploadSample(`sample.${type}`);
	const document = await documentWhen(id, ({ viewable }) => viewable);
	expect(document.viewable, document.message).toBe(true);

	const page = await browser.open(await openSession(id));
	expect(await wordsOf(page, 1)).toContain("Lectern sample");
	expect(await inkShare(page, '#pages .page[data-page="1"]')).toBeGreaterThan(0.0005);
	expect(await page.locator("h1").innerText()).toBe(`sample.${type}`);
});
