import { type Page, type Route } from "playwright-core";
import { expect, test } from "vitest";
import { Browser, pageFieldValue, pageText, scrollTop, textBox } from "../support/browser";
import { makePDF, makeTextPDF } from "../support/documents";
import { touchScreen } from "../support/touch-targets";
import { currentPage, search, waitForCount } from "../support/search";
import {
	makeSession,
	openSession,
	putSettings,
	upload,
	uploadAndOpenPDF,
	waitForDocument,
} from "../support/api";

const browser = new Browser();

/** Reports whether the current hit is over the word that it marks, and is visible in the window. */
function hitLiesOver(page: Page, word: string): Promise<boolean> {
	return page.evaluate((word) => {
		const hit = document.querySelector(".hit[aria-current]")?.getBoundingClientRect();
		const hitPage = document.querySelector(".page:has(.hit[aria-current])");
		const text = [...(hitPage?.querySelectorAll(".text span") ?? [])].find((span) =>
			span.textContent.includes(word),
		);
		const box = text?.getBoundingClientRect();
		if (hit === undefined || box === undefined) {
			return false;
		}
		const [x, y] = [(hit.left + hit.right) / 2, (hit.top + hit.bottom) / 2];
		const inBox = x > box.left && x < box.right && y > box.top && y < box.bottom;
		return inBox && x > 0 && x < window.innerWidth && y > 0 && y < window.innerHeight;
	}, word);
}

test("finds while typing, and goes to the next and previous hit, around both ends", async () => {
	const page = await browser.open(await uploadAndOpenPDF("find.pdf", makePDF(12)));
	await search(page, "alph", "1 of 12");
	await expect.poll(() => currentPage(page)).toBe("1");
	await search(page, "alpha1", "1 of 4"); // alpha1, alpha10, alpha11, alpha12
	await page.keyboard.press("Enter");
	await waitForCount(page, "2 of 4");
	await expect.poll(() => currentPage(page)).toBe("10");
	await expect.poll(() => pageFieldValue(page)).toBe("10");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.press("Shift+Enter");
	await waitForCount(page, "4 of 4");
	await expect.poll(() => currentPage(page)).toBe("12");
	await page.keyboard.press("F3");
	await waitForCount(page, "1 of 4");
	await page.keyboard.press("Control+Shift+G");
	await waitForCount(page, "4 of 4");
	await search(page, "nowhere", "No results");
	await expect.poll(() => page.locator(".hit").count()).toBe(0);
});

test("goes through hits as fast as a key repeats, and shows the last one", async () => {
	const lines = [800, 780, 760, 100].map((y) => [72, y, 12, "needle"] as const);
	const url = await uploadAndOpenPDF("fast.pdf", makeTextPDF(Array.from({ length: 20 }, () => lines)));
	const page = await browser.open(url, { viewport: { width: 1200, height: 500 } });
	await search(page, "needle", "1 of 80");
	await page.evaluate(() => {
		for (let press = 0; press < 49; press++) {
			document.body.dispatchEvent(
				new KeyboardEvent("keydown", { key: "F3", bubbles: true, cancelable: true }),
			);
		}
	});
	await waitForCount(page, "50 of 80");
	await expect.poll(() => currentPage(page)).toBe("13");
	const box = async () => (await page.locator(".hit[aria-current]").boundingBox()) ?? { y: 0 };
	const stage = await page.locator("#stage").boundingBox();
	await expect.poll(async () => (await box()).y).toBeGreaterThan(stage?.y ?? 0);
	expect((await box()).y).toBeLessThan(500);
});

test("consecutive words are one hit", async () => {
	const page = await browser.open(await uploadAndOpenPDF("phrase.pdf", makePDF(3)));
	await search(page, "beta gam", "1 of 3");
	await search(page, "gamma beta", "No results");
});

test("finds a phrase that starts and ends within words", async () => {
	const page = await browser.open(await uploadAndOpenPDF("within.pdf", makePDF(3)));
	await search(page, "amm", "1 of 3");
	await pageText(page, 1);
	await expect.poll(() => hitLiesOver(page, "gamma")).toBe(true);
	await search(page, "pha2 beta ga", "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("2");
	await search(page, "eta amma", "No results");
	await search(page, "mm", "2 of 3"); // the search starts at the current reading position
	await page.getByRole("button", { name: "Whole words only" }).click();
	await waitForCount(page, "No results");
});

test("finds punctuation marks of words", async () => {
	const text = makeTextPDF([[[72, 700, 14, "In C, C++ and C#, see #7, a + b and \\247 9."]]]);
	const page = await browser.open(await uploadAndOpenPDF("signs.pdf", text));
	await search(page, "c++", "1 of 1");
	await pageText(page, 1);
	await expect.poll(() => hitLiesOver(page, "C++")).toBe(true);
	await search(page, "#", "1 of 2");
	await search(page, "§", "1 of 1");
	await search(page, "c", "1 of 3");
});

test("begins at the current page, and does not scroll if a hit is visible", async () => {
	const page = await browser.open(`${await uploadAndOpenPDF("here.pdf", makePDF(12))}#page=6`);
	await pageText(page, 6);
	const top = await scrollTop(page);
	await search(page, "beta", "6 of 12");
	await expect.poll(() => currentPage(page)).toBe("6");
	await expect.poll(() => scrollTop(page)).toBe(top);
	await search(page, "alpha2", "1 of 1"); // there is no hit after the current page
	await expect.poll(() => currentPage(page)).toBe("2");
	await page.goBack();
	await expect.poll(() => pageFieldValue(page)).toBe("6");
});

test.each([
	["a phone", { ...touchScreen, viewport: { width: 390, height: 844 } }, false],
	["a tablet", { ...touchScreen, viewport: { width: 1024, height: 768 } }, true],
	["a computer", {}, false],
])("the options of a search are words if they fit on a touch screen: %s", async (_, options, areWords) => {
	const page = await browser.open(await uploadAndOpenPDF("words.pdf", makePDF(1)), options);
	await pageText(page, 1);
	await page.keyboard.press("Control+f");
	for (const [name, word] of [
		["Match case", "Match case"],
		["Whole words only", "Whole words"],
		["Match accents", "Accents"],
	] as const) {
		const option = page.getByRole("button", { name, exact: true });
		await option.waitFor();
		expect(await option.getByText(word, { exact: true }).isVisible()).toBe(areWords);
	}
});

test("case, whole words and accents matter if they are switched on", async () => {
	const page = await browser.open(await uploadAndOpenPDF("options.pdf", makePDF(1)));
	await search(page, "PAGE", "1 of 1");
	const press = (name: string) => page.getByRole("button", { name }).click();
	await press("Match case");
	await waitForCount(page, "No results");
	const note = page.locator(".finder-note");
	expect(await note.innerText()).toBe("Active options: Match case");
	await press("Match case");
	await waitForCount(page, "1 of 1");
	expect(await note.isVisible()).toBe(false);
	await search(page, "numb", "1 of 1");
	await press("Whole words only");
	await waitForCount(page, "No results");
	expect(await page.getByRole("button", { name: "Whole words only" }).getAttribute("aria-pressed")).toBe(
		"true",
	);
	await press("Whole words only");
	await search(page, "gämma", "1 of 1");
	await press("Match accents");
	await waitForCount(page, "No results");
});

test("opens with the selected text, and restores the focus when it closes", async () => {
	const page = await browser.open(await uploadAndOpenPDF("keys.pdf", makePDF(3)));
	await pageText(page, 1);
	await page.locator("#stage").focus();
	const letters = await textBox(page.locator(".text span", { hasText: "gamma" }).first());
	await page.mouse.dblclick(letters.x + letters.width / 2, letters.y + letters.height / 2);
	await page.keyboard.press("Control+f");
	await waitForCount(page, "1 of 3");
	expect(await page.getByRole("searchbox").inputValue()).toBe("gamma");
	expect(await page.locator("#search").getAttribute("aria-expanded")).toBe("true");
	await page.keyboard.press("Enter");
	await waitForCount(page, "2 of 3");
	const top = await scrollTop(page);
	await page.keyboard.press("Escape");
	await page.locator("#finder").waitFor({ state: "hidden" });
	await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
	await expect.poll(() => scrollTop(page)).toBe(top);
	await expect.poll(() => page.locator(".hit").count()).toBe(0);
	await page.locator("#search").click();
	await waitForCount(page, "2 of 3");
	await page.locator("#search").click();
	await page.locator("#finder").waitFor({ state: "hidden" });
});

test("lists all hits with their lines", async () => {
	const page = await browser.open(await uploadAndOpenPDF("list.pdf", makePDF(40)));
	await search(page, "beta", "1 of 40");
	const rows = page.locator(".finder-results li");
	const third = page.locator(".finder-results li[data-number='3'] button");
	await expect.poll(() => third.innerText()).toMatch(/^Page 3\n.*Page number 3 alpha3 beta gamma$/);
	await expect.poll(() => third.locator("mark").innerText()).toBe("beta");
	expect(await rows.count()).toBeLessThan(30);
	await expect.poll(() => page.locator(".finder-results [aria-current]").innerText()).toContain("Page 1");
	await third.click();
	await waitForCount(page, "3 of 40");
	await expect.poll(() => currentPage(page)).toBe("3");
	await expect.poll(() => third.getAttribute("aria-current")).toBe("true");
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Page 3/);
	await page.keyboard.press("End");
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Page 40/);
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await waitForCount(page, "39 of 40");
	await page.goBack();
	await expect.poll(() => pageFieldValue(page)).toBe("3");
});

test("does not scroll if the reader moved before the position of a hit was known", async () => {
	const page = await browser.open(await uploadAndOpenPDF("late.pdf", makePDF(40)));
	await search(page, "beta", "1 of 40");
	const delayed: Route[] = [];
	let isDelaying = true;
	await page.route(/\/search\?.*boxes=true/, (route) =>
		isDelaying ? void delayed.push(route) : route.continue(),
	);
	const results = page.locator(".finder-results");
	await results.getByRole("button").first().focus();
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await expect.poll(() => pageFieldValue(page)).toBe("40");
	await expect.poll(() => delayed.length).toBeGreaterThan(0);
	await page.goBack();
	await expect.poll(() => pageFieldValue(page)).toBe("1");
	const responses = delayed.map((route) => route.request().response());
	isDelaying = false;
	await Promise.all(delayed.map((route) => route.continue()));
	await Promise.all(responses.map(async (answer) => (await answer)?.finished()));
	await page.evaluate(
		() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
	);
	expect(await pageFieldValue(page)).toBe("1");
	await waitForCount(page, "40 of 40");
});

test.each(["", "Two pages", "Overview", "Horizontal scrolling"])(
	"marks cover their words: %s",
	async (layout) => {
		const page = await browser.open(await uploadAndOpenPDF("layouts.pdf", makePDF(9)));
		await page.locator("#pages.laid-out").waitFor();
		for (const choice of [layout, "Rotate right"].filter((name) => name !== "")) {
			await page.locator("#layout").click();
			await page
				.getByRole("menuitemcheckbox", { name: choice, exact: true })
				.or(page.getByRole("menuitem", { name: choice }))
				.click();
		}
		if (layout === "Overview") {
			await page.locator("#zoom-choice").selectOption("0.5"); // large enough for a text layer
		}
		await search(page, "alpha7", "1 of 1");
		await expect.poll(() => currentPage(page)).toBe("7");
		await pageText(page, 7);
		await expect.poll(() => hitLiesOver(page, "alpha7")).toBe(true);
	},
);

test("marks are next to the scroll bar, and link to their hits", async () => {
	const page = await browser.open(await uploadAndOpenPDF("ticks.pdf", makePDF(20)));
	await search(page, "alpha1", "1 of 11"); // matches alpha1 and alpha10 to alpha19
	const ticks = page.locator(".finder-ticks");
	// All positions are read in one call, because the marks are replaced when they change.
	const tickPositions = () =>
		ticks.evaluate((element) =>
			Array.from(element.querySelectorAll("i"), (mark) => mark.getBoundingClientRect().top),
		);
	await expect.poll(async () => (await tickPositions()).length).toBe(11);
	const box = await ticks.boundingBox();
	const last = (await tickPositions()).at(-1) ?? 0;
	await page.mouse.click((box?.x ?? 0) + 5, last);
	await waitForCount(page, "11 of 11");
	await expect.poll(() => currentPage(page)).toBe("19");
	const before = await tickPositions();
	await page.setViewportSize({ width: 1200, height: 500 });
	await expect.poll(async () => ((await tickPositions()).at(-1) ?? 0) < (before.at(-1) ?? 0)).toBe(true);
	await page.locator("#layout").click();
	await page.getByRole("menuitemcheckbox", { name: "Horizontal scrolling" }).click();
	await expect
		.poll(() => ticks.evaluate(({ clientWidth, clientHeight }) => clientWidth > clientHeight))
		.toBe(true);
});

test("an address opens with a search, and another one searches again", async () => {
	const page = await browser.open(
		`${await uploadAndOpenPDF("address.pdf", makePDF(12))}#page=7&search=beta%20gamma`,
	);
	await waitForCount(page, "7 of 12");
	await expect.poll(() => currentPage(page)).toBe("7");
	expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
	await page.evaluate(() => {
		window.location.hash = "#search=alpha3";
	});
	await waitForCount(page, "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("3");
});

test("pages that are pictures have marks, too, and forbidden text is not listed", async () => {
	await putSettings("profile", "search-pictures", { output: "img", search: true });
	const { id } = await upload("pictures.pdf", makePDF(5));
	await waitForDocument(id, ({ status }) => status === "ready");
	const parameters = { profile: "search-pictures", lockedProfile: "true" };
	const { viewerURL } = await makeSession(id, 60, undefined, parameters);
	const page = await browser.open(viewerURL);
	await search(page, "alpha4", "1 of 1");
	const hitSelector = "#pages .page[data-page='4'] .hit[aria-current]";
	await page.locator(hitSelector).waitFor();
	// The hit and its page are measured in one call, because the pages may still move and the marks may be
	// replaced. The line starts 72 points from the left edge and 182 points from the top.
	const hitPosition = await page.evaluate((selector) => {
		const hit = document.querySelector(selector) ?? document.body;
		const [box, sheet] = [hit.getBoundingClientRect(), (hit.closest(".page") ?? hit).getBoundingClientRect()];
		return { x: ((box.x - sheet.x) / sheet.width) * 595, y: ((box.y - sheet.y) / sheet.height) * 842 };
	}, hitSelector);
	expect(hitPosition.x).toBeCloseTo(72, -0.5);
	expect(hitPosition.y).toBeGreaterThan(160);
	await expect.poll(() => page.locator(".finder-results").innerText()).toBe("Page 4");
	expect(await page.getByRole("button", { name: "Whole words only" }).count()).toBe(0);
	await search(page, "alph", "No results");
});

test("pages that are pictures are not searched unless their profile says so", async () => {
	await putSettings("profile", "silent-pictures", { output: "img" });
	const { id } = await upload("silent.pdf", makePDF(2));
	await waitForDocument(id, ({ status }) => status === "ready");
	const parameters = { profile: "silent-pictures", lockedProfile: "true" };
	const { viewerURL } = await makeSession(id, 60, undefined, parameters);
	const page = await browser.open(viewerURL);
	await page.locator("#pages .page img").first().waitFor();
	expect(await page.locator("#finder, #search").count()).toBe(0);
});

test("lists the surrounding text of each of many hits on one page", async () => {
	const lines = Array.from({ length: 60 }, (_, i) => [72, 820 - 12 * i, 8, `needle number${i + 1}`] as const);
	const page = await browser.open(await uploadAndOpenPDF("crowded.pdf", makeTextPDF([lines])));
	await search(page, "needle", "1 of 60");
	await page.getByRole("button", { name: "Show the list of results" }).click();
	const row = (number: number) => page.locator(`.finder-results li[data-number="${number}"] .finder-line`);
	await expect.poll(() => row(1).innerText()).toContain("number1 ");
	await page.locator(".finder-results li[data-number='1'] button").press("End");
	await expect.poll(() => row(60).innerText()).toContain("needle number60");
	await expect.poll(() => row(59).innerText()).toContain("number59 ");
});

test("a profile without search has none", async () => {
	await putSettings("profile", "search-none", { search: false });
	const { id } = await upload("none.pdf", makePDF(2));
	await waitForDocument(id, ({ status }) => status === "ready");
	const page = await browser.open(`${await openSession(id)}&profile=search-none#search=beta`);
	await pageText(page, 1);
	await page.keyboard.press("Control+f");
	expect(await page.locator("#finder, #search").count()).toBe(0);
	expect(await page.locator(".hit").count()).toBe(0);
});

test("searches 5,000 pages without loading them", async () => {
	const page = await browser.open(await uploadAndOpenPDF("long search.pdf", makePDF(5000)));
	await pageText(page, 1);
	let pages = 0;
	page.on("request", (request) => (pages += /page\/\d+\.svg/.test(request.url()) ? 1 : 0));
	await search(page, "beta", "1 of 5,000");
	expect(pages).toBeLessThan(5);
	await page.keyboard.press("Shift+Enter");
	await waitForCount(page, "5,000 of 5,000");
	await expect.poll(() => currentPage(page)).toBe("5000");
	await page.keyboard.press("Enter");
	await waitForCount(page, "1 of 5,000");
	expect(pages).toBeLessThan(12);
	expect(await page.locator("#pages .page").count()).toBeLessThan(8);
	expect(await page.locator(".finder-results li").count()).toBeLessThan(30);
	expect(await page.locator(".finder-ticks i").count()).toBeLessThan(400);
	await search(page, "alpha4321", "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("4321");
});

test.each([
	["320 pixels", { viewport: { width: 320, height: 640 } }, "100%"],
	["text at 200 %", { viewport: { width: 1280, height: 800 } }, "200%"],
	["both", { viewport: { width: 320, height: 640 } }, "200%"],
])("fits into little space: %s", async (_, options, size) => {
	const page = await browser.open(await uploadAndOpenPDF("room.pdf", makePDF(3)), options);
	await page.evaluate((size) => {
		document.documentElement.style.fontSize = size;
	}, size);
	await search(page, "beta", "1 of 3");
	const outside = await page.locator("#finder *").evaluateAll((parts) =>
		parts
			.map((part) => [part.outerHTML, part.getBoundingClientRect()] as const)
			.filter(([, { left, right }]) => left < 0 || right > window.innerWidth)
			.map(([html]) => html),
	);
	expect(outside).toEqual([]);
	const box = await page.getByRole("searchbox").boundingBox();
	expect(box?.width).toBeGreaterThan(60);
});
