import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { makePDF, makePDFOfSpeeds } from "../support/documents";
import { openSession, upload, uploadAndOpenPDF, uploadSample, waitForDocument } from "../support/api";

const browser = new Browser();

let url = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("languages.pdf", makePDF(3));
});

test.each([
	["en-GB", "en", "Next page", "Two pages"],
	["de-AT", "de", "Nächste Seite", "Zwei Seiten"],
	["fr", "fr", "Page suivante", "Deux pages"],
	["es-MX", "es", "Página siguiente", "Dos páginas"],
	["fi", "fi", "Seuraava sivu", "Kaksi sivua"],
	["ja", "ja", "次のページ", "見開き"],
	["ar-EG", "ar", "الصفحة التالية", "صفحتان"],
	["he-IL", "he", "העמוד הבא", "שני עמודים"],
	["nl", "en", "Next page", "Two pages"],
])("a browser of %s gets %s, from the server and from the script", async (locale, tag, next, twoPages) => {
	const page = await browser.open(url, { locale });
	expect(await page.locator("html").getAttribute("lang")).toBe(tag);
	await page.getByRole("button", { name: next, exact: true }).click();
	await page.locator("#more").click();
	await page.getByRole("menuitemcheckbox", { name: twoPages, exact: true }).click();
	const errorPage = await browser.open(`${url}0`, { locale, expected: /status of 404/ });
	expect(await errorPage.locator("html").getAttribute("lang")).toBe(tag);
});

const widths = [1440, 1100, 768, 375];

describe.each([16, 32])("at a text size of %i pixels", (size) => {
	test.each(["en", "de", "fr", "es", "fi", "ja", "ar", "he"])(
		"all of the side is within it: %s",
		async (locale) => {
			const page = await browser.open("about:blank", { locale, viewport: { width: 1440, height: 900 } });
			await page.addInitScript((pixels) => {
				const sheet = new CSSStyleSheet();
				sheet.replaceSync(`:root { font-size: ${pixels}px }`);
				document.adoptedStyleSheets = [sheet];
			}, size);
			await page.goto(`${url}#search=alpha`);
			await page.locator("#results-pane li mark").first().waitFor();
			for (const width of widths) {
				await page.setViewportSize({ width, height: 900 });
				if (!(await page.locator("#side").isVisible())) {
					await page.locator("#thumbnails-toggle").click();
				}
				await page.locator("#results-pane li mark").first().waitFor();
				expect(await overflowingParts(page), String(width)).toEqual([]);
			}
		},
	);
});

/** Returns the parts of the side panel that overflow it or are cut off. */
function overflowingParts(page: Page): Promise<string[]> {
	return page.locator("#side").evaluate((side) => {
		const { left, right } = side.getBoundingClientRect();
		const parts = [...side.querySelectorAll("[role=tab]:not([hidden]), li, li span, li mark")];
		return parts
			.filter((part) => {
				const box = part.getBoundingClientRect();
				return box.left < left || box.right > right || part.scrollWidth > part.clientWidth + 1;
			})
			.filter((part) => !part.matches("mark, span") || part.getBoundingClientRect().right > right)
			.map((part) => part.textContent);
	});
}

describe("a German reader sees in German", () => {
	const locale = "de";

	test("why a document failed; an untranslated reason is in English and marked as such", async () => {
		const { id } = await uploadSample("html.doc");
		await waitForDocument(id, ({ status }) => status === "failed");
		const page = await browser.open("about:blank", { locale });
		const delayedRoutes: Route[] = [];
		await page.route("**/state?*", (route) => {
			delayedRoutes.push(route);
		});
		await page.goto(await openSession(id));
		const panel = page.locator("#panel-message");
		expect(await panel.innerText()).toBe(
			"Dies ist eine Webseite (HTML). Dieser Dateityp wird nicht unterstützt. Geben Sie der Person Bescheid, die Ihnen den Link geschickt hat.",
		);
		expect(await panel.getAttribute("lang")).toBeNull();
		await expect.poll(() => delayedRoutes.length).toBe(1);
		const state = (await (
			await fetch(delayedRoutes[0]?.request().url().replace(/\?.*/, "") ?? "")
		).json()) as object;
		await delayedRoutes[0]?.fulfill({
			json: { ...state, revision: 1000, message: { text: "It is otherwise.", lang: "en" } },
		});
		await page.locator("#panel-message[lang=en]").filter({ hasText: "It is otherwise." }).waitFor();
	});

	test("parameters of the address that have no effect", async () => {
		const page = await browser.open(`${url}&profile=niemand`, { locale });
		const notices = page.locator("#notification");
		expect(await notices.getByRole("listitem").allInnerTexts()).toEqual([
			"Dieses Dokument wird mit Standardeinstellungen angezeigt, weil es das Profil „niemand“ aus dem Link nicht gibt.",
		]);
		expect(await notices.locator("[lang]").count()).toBe(0);
	});

	test("why a page cannot be drawn, and what is known of the pages", async () => {
		const { id } = await upload("never.pdf", makePDFOfSpeeds(["quick", "never", "quick"]));
		await waitForDocument(id, ({ status }) => status === "ready");
		const page = await browser.open(await openSession(id), { locale, expected: /status of 422/ });
		const sheet = page.locator('#pages .page[data-page="2"]');
		await sheet.getByText("Seite 2 ist zu tief verschachtelt, um angezeigt zu werden.").waitFor();
		await pageText(page, 1);
		await page.locator("#more").click();
		await page.getByRole("menuitem", { name: "Eigenschaften" }).click();
		const missing = page.getByRole("dialog").getByRole("listitem");
		await missing.filter({ hasText: /^Seite 2: nicht lesbar\./ }).waitFor();
		expect(await missing.and(page.locator("[lang]")).count()).toBe(0);
	});

	test("that a link leads nowhere", async () => {
		const page = await browser.open(`${url}0`, { locale, expected: /status of 404/ });
		expect(await page.getByRole("heading").innerText()).toBe("Dieser Link existiert nicht");
		expect(await page.locator("main p[lang]").count()).toBe(0);
	});
});
