import { beforeAll, expect, test } from "vitest";
import { Browser } from "./browser";
import { makePDF } from "./documents";
import { readyPDF } from "./library";

const browser = new Browser();

let url = "";

beforeAll(async () => {
	url = await readyPDF("languages.pdf", makePDF(3));
});

test.each([
	["en-GB", "en", "Next page", "Two pages"],
	["de-AT", "de", "Nächste Seite", "Zwei Seiten"],
	["fr", "fr", "Page suivante", "Deux pages"],
	["es-MX", "es", "Página siguiente", "Dos páginas"],
	["fi", "fi", "Seuraava sivu", "Kaksi sivua"],
	["ja", "ja", "次のページ", "見開き"],
	["nl", "en", "Next page", "Two pages"],
])("a browser of %s gets %s, from the server and from the script", async (locale, tag, next, twoPages) => {
	const page = await browser.open(url, { locale });
	expect(await page.locator("html").getAttribute("lang")).toBe(tag);
	await page.getByRole("button", { name: next, exact: true }).click();
	await page.locator("#more").click();
	await page.getByRole("menuitemcheckbox", { name: twoPages, exact: true }).click();
	const gone = await browser.open(`${url}0`, { locale, expected: /status of 404/ });
	expect(await gone.locator("html").getAttribute("lang")).toBe(tag);
});
