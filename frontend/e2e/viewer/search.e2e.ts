import { type Page, type Route } from "playwright-core";
import { expect, test } from "vitest";
import { Browser, fieldValue, findings, lettersBox, scrollTop, wordsOf } from "../support/browser";
import { makePDF, makeWrittenPDF } from "../support/documents";
import { counted, currentPage, search } from "../support/finder";
import { documentWhen, makeSession, openSession, putSettings, readyPDF, upload } from "../support/library";

const browser = new Browser();

/** Whether the current hit lies over the words that it marks, and in the window. */
function hitLiesOver(page: Page, word: string): Promise<boolean> {
	return page.evaluate((word) => {
		const hit = document.querySelector(".hit[aria-current]")?.getBoundingClientRect();
		const own = document.querySelector(".page:has(.hit[aria-current])");
		const text = [...(own?.querySelectorAll(".text span") ?? [])].find((span) =>
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

test("finds as one types, and goes on and back, round both ends", async () => {
	const page = await browser.open(await readyPDF("find.pdf", makePDF(12)));
	await search(page, "alph", "1 of 12");
	await expect.poll(() => currentPage(page)).toBe("1");
	await search(page, "alpha1", "1 of 4"); // alpha1, alpha10, alpha11, alpha12
	await page.keyboard.press("Enter");
	await counted(page, "2 of 4");
	await expect.poll(() => currentPage(page)).toBe("10");
	await expect.poll(() => fieldValue(page)).toBe("10");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.press("Shift+Enter");
	await counted(page, "4 of 4");
	await expect.poll(() => currentPage(page)).toBe("12");
	await page.keyboard.press("F3");
	await counted(page, "1 of 4");
	await page.keyboard.press("Control+Shift+G");
	await counted(page, "4 of 4");
	await search(page, "nowhere", "No results");
	expect(await page.locator(".hit").count()).toBe(0);
});

test("goes through hits as fast as a key repeats, and shows the last one", async () => {
	const lines = [800, 780, 760, 100].map((y) => [72, y, 12, "needle"] as const);
	const url = await readyPDF("fast.pdf", makeWrittenPDF(Array.from({ length: 20 }, () => lines)));
	const page = await browser.open(url, { viewport: { width: 1200, height: 500 } });
	await search(page, "needle", "1 of 80");
	await page.evaluate(() => {
		for (let press = 0; press < 49; press++) {
			document.body.dispatchEvent(
				new KeyboardEvent("keydown", { key: "F3", bubbles: true, cancelable: true }),
			);
		}
	});
	await counted(page, "50 of 80");
	await expect.poll(() => currentPage(page)).toBe("13");
	const box = async () => (await page.locator(".hit[aria-current]").boundingBox()) ?? { y: 0 };
	const stage = await page.locator("#stage").boundingBox();
	await expect.poll(async () => (await box()).y).toBeGreaterThan(stage?.y ?? 0);
	expect((await box()).y).toBeLessThan(500);
});

test("words that follow on each other are one hit", async () => {
	const page = await browser.open(await readyPDF("phrase.pdf", makePDF(3)));
	await search(page, "beta gam", "1 of 3");
	await search(page, "gamma beta", "No results");
});

test("finds within words, where a phrase may begin and end", async () => {
	const page = await browser.open(await readyPDF("within.pdf", makePDF(3)));
	await search(page, "amm", "1 of 3");
	await wordsOf(page, 1);
	await expect.poll(() => hitLiesOver(page, "gamma")).toBe(true);
	await search(page, "pha2 beta ga", "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("2");
	await search(page, "eta amma", "No results");
	await search(page, "mm", "2 of 3"); // from where the reader is
	await page.getByRole("button", { name: "Whole words only" }).click();
	await counted(page, "No results");
});

test("finds signs at the words that have them", async () => {
	const text = makeWrittenPDF([[[72, 700, 14, "In C, C++ and C#, see #7, a + b and \\247 9."]]]);
	const page = await browser.open(await readyPDF("signs.pdf", text));
	await search(page, "c++", "1 of 1");
	await wordsOf(page, 1);
	await expect.poll(() => hitLiesOver(page, "C++")).toBe(true);
	await search(page, "#", "1 of 2");
	await search(page, "§", "1 of 1");
	await search(page, "c", "1 of 3");
});

test("begins at the page that is read, and leaves it where a hit is in sight", async () => {
	const page = await browser.open(`${await readyPDF("here.pdf", makePDF(12))}#page=6`);
	await wordsOf(page, 6);
	const top = await scrollTop(page);
	await search(page, "beta", "6 of 12");
	await expect.poll(() => currentPage(page)).toBe("6");
	await expect.poll(() => scrollTop(page)).toBe(top);
	await search(page, "alpha2", "1 of 1"); // there is none behind
	await expect.poll(() => currentPage(page)).toBe("2");
	await page.goBack();
	await expect.poll(() => fieldValue(page)).toBe("6");
});

test("capitals, whole words and accents matter when one says so", async () => {
	const page = await browser.open(await readyPDF("options.pdf", makePDF(1)));
	await search(page, "PAGE", "1 of 1");
	const press = (name: string) => page.getByRole("button", { name }).click();
	await press("Match case");
	await counted(page, "No results");
	await press("Match case");
	await search(page, "numb", "1 of 1");
	await press("Whole words only");
	await counted(page, "No results");
	expect(await page.getByRole("button", { name: "Whole words only" }).getAttribute("aria-pressed")).toBe(
		"true",
	);
	await press("Whole words only");
	await search(page, "gämma", "1 of 1");
	await press("Accents matter");
	await counted(page, "No results");
});

test("opens with what is selected, and closes where it was", async () => {
	const page = await browser.open(await readyPDF("keys.pdf", makePDF(3)));
	await wordsOf(page, 1);
	await page.locator("#stage").focus();
	const letters = await lettersBox(page.locator(".text span", { hasText: "gamma" }).first());
	await page.mouse.dblclick(letters.x + letters.width / 2, letters.y + letters.height / 2);
	await page.keyboard.press("Control+f");
	await counted(page, "1 of 3");
	expect(await page.getByRole("searchbox").inputValue()).toBe("gamma");
	expect(await page.locator("#search").getAttribute("aria-expanded")).toBe("true");
	await page.keyboard.press("Enter");
	await counted(page, "2 of 3");
	const top = await scrollTop(page);
	await page.keyboard.press("Escape");
	expect(await page.locator("#finder").isVisible()).toBe(false);
	expect(await page.evaluate(() => document.activeElement?.id)).toBe("stage");
	await expect.poll(() => scrollTop(page)).toBe(top);
	expect(await page.locator(".hit").count()).toBe(0);
	await page.locator("#search").click();
	await counted(page, "2 of 3");
	await page.locator("#search").click();
	expect(await page.locator("#finder").isVisible()).toBe(false);
});

test("lists all hits with their lines", async () => {
	const page = await browser.open(await readyPDF("list.pdf", makePDF(40)));
	await search(page, "beta", "1 of 40");
	const rows = page.locator(".finder-results li");
	const third = page.locator(".finder-results li[data-number='3'] button");
	await expect.poll(() => third.innerText()).toMatch(/^Page 3\n.*Page number 3 alpha3 beta gamma$/);
	await expect.poll(() => third.locator("mark").innerText()).toBe("beta");
	expect(await rows.count()).toBeLessThan(30);
	await expect.poll(() => page.locator(".finder-results [aria-current]").innerText()).toContain("Page 1");
	await third.click();
	await counted(page, "3 of 40");
	await expect.poll(() => currentPage(page)).toBe("3");
	await expect.poll(() => third.getAttribute("aria-current")).toBe("true");
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Page 3/);
	await page.keyboard.press("End");
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Page 40/);
	await page.keyboard.press("ArrowUp");
	await page.keyboard.press("Enter");
	await counted(page, "39 of 40");
	await page.goBack();
	await expect.poll(() => fieldValue(page)).toBe("3");
});

test("stays where the reader went before it was known where a hit is", async () => {
	const page = await browser.open(await readyPDF("late.pdf", makePDF(40)));
	await search(page, "beta", "1 of 40");
	const held: Route[] = [];
	let holding = true;
	await page.route(/\/search\?.*boxes=true/, (route) => (holding ? void held.push(route) : route.continue()));
	const results = page.locator(".finder-results");
	await results.getByRole("button").first().focus();
	await page.keyboard.press("End");
	await page.keyboard.press("Enter");
	await expect.poll(() => fieldValue(page)).toBe("40");
	await expect.poll(() => held.length).toBeGreaterThan(0);
	await page.goBack();
	await expect.poll(() => fieldValue(page)).toBe("1");
	const answers = held.map((route) => route.request().response());
	holding = false;
	await Promise.all(held.map((route) => route.continue()));
	await Promise.all(answers.map(async (answer) => (await answer)?.finished()));
	await page.evaluate(
		() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
	);
	expect(await fieldValue(page)).toBe("1");
	await counted(page, "40 of 40");
});

test.each(["", "Two pages", "Overview", "One beside the other"])(
	"marks lie over their words: %s",
	async (layout) => {
		const page = await browser.open(await readyPDF("layouts.pdf", makePDF(9)));
		await page.locator("#pages.laid-out").waitFor();
		for (const choice of [layout, "Rotate to the right"].filter((name) => name !== "")) {
			await page.locator("#layout").click();
			await page
				.getByRole("menuitemcheckbox", { name: choice, exact: true })
				.or(page.getByRole("menuitem", { name: choice }))
				.click();
		}
		if (layout === "Overview") {
			await page.locator("#zoom-choice").selectOption("0.5"); // large enough for words to be read
		}
		await search(page, "alpha7", "1 of 1");
		await expect.poll(() => currentPage(page)).toBe("7");
		await wordsOf(page, 7);
		await expect.poll(() => hitLiesOver(page, "alpha7")).toBe(true);
	},
);

test("marks lie beside the scroll bar, and lead to their hits", async () => {
	const page = await browser.open(await readyPDF("ticks.pdf", makePDF(20)));
	await search(page, "alpha1", "1 of 11"); // and 10 to 19
	const strip = page.locator(".finder-ticks");
	// Looked at in one, since they are put there anew when they change.
	const places = () =>
		strip.evaluate((element) =>
			Array.from(element.querySelectorAll("i"), (mark) => mark.getBoundingClientRect().top),
		);
	await expect.poll(async () => (await places()).length).toBe(11);
	const box = await strip.boundingBox();
	const last = (await places()).at(-1) ?? 0;
	await page.mouse.click((box?.x ?? 0) + 5, last);
	await counted(page, "11 of 11");
	await expect.poll(() => currentPage(page)).toBe("19");
	const before = await places();
	await page.setViewportSize({ width: 1200, height: 500 });
	await expect.poll(async () => ((await places()).at(-1) ?? 0) < (before.at(-1) ?? 0)).toBe(true);
	await page.locator("#layout").click();
	await page.getByRole("menuitemcheckbox", { name: "One beside the other" }).click();
	await expect
		.poll(() => strip.evaluate(({ clientWidth, clientHeight }) => clientWidth > clientHeight))
		.toBe(true);
});

test("an address opens with a search, and another one searches again", async () => {
	const page = await browser.open(`${await readyPDF("address.pdf", makePDF(12))}#page=7&search=beta%20gamma`);
	await counted(page, "7 of 12");
	await expect.poll(() => currentPage(page)).toBe("7");
	expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
	await page.evaluate(() => {
		window.location.hash = "#search=alpha3";
	});
	await counted(page, "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("3");
});

test("pages that are pictures are marked as well, and what may not leave is not listed", async () => {
	await putSettings("profile", "search-pictures", { output: "img", search: true });
	const { id } = await upload("pictures.pdf", makePDF(5));
	await documentWhen(id, ({ status }) => status === "ready");
	const parameters = { profile: "search-pictures", lockedProfile: "true" };
	const { viewerURL } = await makeSession(id, 60, undefined, parameters);
	const page = await browser.open(viewerURL);
	await search(page, "alpha4", "1 of 1");
	// Both are measured at once, as the pages may still move. The line begins 72 points from the left edge and 182 from the top.
	const place = await page.locator("#pages .page[data-page='4'] .hit[aria-current]").evaluate((hit) => {
		const [box, sheet] = [hit.getBoundingClientRect(), (hit.closest(".page") ?? hit).getBoundingClientRect()];
		return { x: ((box.x - sheet.x) / sheet.width) * 595, y: ((box.y - sheet.y) / sheet.height) * 842 };
	});
	expect(place.x).toBeCloseTo(72, -0.5);
	expect(place.y).toBeGreaterThan(160);
	expect(await page.locator(".finder-results").innerText()).toBe("Page 4");
	expect(await page.getByRole("button", { name: "Whole words only" }).count()).toBe(0);
	await search(page, "alph", "No results");
});

test("pages that are pictures are not searched unless their profile says so", async () => {
	await putSettings("profile", "silent-pictures", { output: "img" });
	const { id } = await upload("silent.pdf", makePDF(2));
	await documentWhen(id, ({ status }) => status === "ready");
	const parameters = { profile: "silent-pictures", lockedProfile: "true" };
	const { viewerURL } = await makeSession(id, 60, undefined, parameters);
	const page = await browser.open(viewerURL);
	await page.locator("#pages .page img").first().waitFor();
	expect(await page.locator("#finder, #search").count()).toBe(0);
});

test("lists what stands around each of many hits on one page", async () => {
	const lines = Array.from({ length: 60 }, (_, i) => [72, 820 - 12 * i, 8, `needle number${i + 1}`] as const);
	const page = await browser.open(await readyPDF("crowded.pdf", makeWrittenPDF([lines])));
	await search(page, "needle", "1 of 60");
	await page.getByRole("button", { name: "List the results" }).click();
	const row = (number: number) => page.locator(`.finder-results li[data-number="${number}"] .finder-line`);
	await expect.poll(() => row(1).innerText()).toContain("number1 ");
	await page.locator(".finder-results li[data-number='1'] button").press("End");
	await expect.poll(() => row(60).innerText()).toContain("needle number60");
	await expect.poll(() => row(59).innerText()).toContain("number59 ");
});

test("waits for its turn where the server has too much to do", async () => {
	const expected = /status of 429/;
	const page = await browser.open(await readyPDF("busy.pdf", makePDF(3)), { expected });
	let refused = 0;
	await page.route(/\/search\?/, async (route) => {
		if (refused++ < 2) {
			await route.fulfill({ status: 429, headers: { "Retry-After": "0" } });
			return;
		}
		await route.continue();
	});
	await search(page, "alpha2", "1 of 1");
});

test("a profile without search has none", async () => {
	await putSettings("profile", "search-none", { search: false });
	const { id } = await upload("none.pdf", makePDF(2));
	await documentWhen(id, ({ status }) => status === "ready");
	const page = await browser.open(`${await openSession(id)}&profile=search-none#search=beta`);
	await wordsOf(page, 1);
	await page.keyboard.press("Control+f");
	expect(await page.locator("#finder, #search").count()).toBe(0);
	expect(await page.locator(".hit").count()).toBe(0);
});

test("searches 5,000 pages without loading them", async () => {
	const page = await browser.open(await readyPDF("long search.pdf", makePDF(5000)));
	await wordsOf(page, 1);
	let pages = 0;
	page.on("request", (request) => (pages += /page\/\d+\.svg/.test(request.url()) ? 1 : 0));
	await search(page, "beta", "1 of 5,000");
	expect(pages).toBeLessThan(5);
	await page.keyboard.press("Shift+Enter");
	await counted(page, "5,000 of 5,000");
	await expect.poll(() => currentPage(page)).toBe("5000");
	await page.keyboard.press("Enter");
	await counted(page, "1 of 5,000");
	expect(pages).toBeLessThan(12);
	expect(await page.locator("#pages .page").count()).toBeLessThan(8);
	expect(await page.locator(".finder-results li").count()).toBeLessThan(30);
	expect(await page.locator(".finder-ticks i").count()).toBeLessThan(400);
	await search(page, "alpha4321", "1 of 1");
	await expect.poll(() => currentPage(page)).toBe("4321");
});

test("looks again while the text of further pages is coming", async () => {
	const { id } = await upload("coming.pdf", makePDF(3));
	await documentWhen(id, ({ status }) => status === "ready");
	const page = await browser.open(await openSession(id), { before: processing });
	await search(page, "beta", "1 of 1");
	const note = page.locator(".finder-note");
	expect(await note.innerText()).toBe("Pages searched so far: 1");
	await counted(page, "1 of 3");
	expect(await note.innerText()).toBe("");
});

/** Has the viewer take a document for one that is being processed, of whose three pages one can be searched at first. */
function processing(): void {
	const [parse, real] = [JSON.parse, window.fetch.bind(window)];
	JSON.parse = (text: string) => {
		const value = parse(text) as unknown;
		return typeof value === "object" && value !== null && "shown" in value
			? { ...value, status: "processing" }
			: value;
	};
	let known = false;
	window.fetch = async (...request) => {
		const address = typeof request[0] === "string" ? request[0] : "";
		if (address.includes("/search/counts") && !known) {
			known = true;
			return Response.json({ pages: 1, hits: 1, searched: 1, runs: [{ page: 1, hits: [1] }] });
		}
		return real(...request);
	};
}

test("says that a search did not work, and tries again", async () => {
	const expected = /status of 500/;
	const page = await browser.open(await readyPDF("failing.pdf", makePDF(3)), { expected });
	await page.route(/\/search\?/, (route) => route.fulfill({ status: 500 }), { times: 1 });
	await search(page, "beta", "");
	const note = page.getByText("The search did not work. Press Enter to try again.");
	await note.waitFor();
	await page.keyboard.press("Enter");
	await counted(page, "1 of 3");
	expect(await note.count()).toBe(0);
});

test("searches when the server can be reached again", async () => {
	const expected = /ERR_INTERNET_DISCONNECTED/;
	const page = await browser.open(await readyPDF("away.pdf", makePDF(3)), { expected });
	await page.context().setOffline(true);
	await search(page, "beta", "");
	await page.getByText("The search did not work.").waitFor();
	await page.context().setOffline(false);
	await counted(page, "1 of 3");
});

test.each(["light", "dark"] as const)("axe finds nothing: %s", async (colorScheme) => {
	const page = await browser.open(await readyPDF("axe.pdf", makePDF(30)), { colorScheme });
	await search(page, "beta", "1 of 30");
	await page.locator(".finder-results mark").first().waitFor();
	expect(await findings(page)).toEqual([]);
	await search(page, "nowhere", "No results");
	expect(await findings(page)).toEqual([]);
});

test.each([
	["320 pixels", { viewport: { width: 320, height: 640 } }, "100%"],
	["text at 200 %", { viewport: { width: 1280, height: 800 } }, "200%"],
	["both", { viewport: { width: 320, height: 640 } }, "200%"],
])("has room in little of it: %s", async (_, options, size) => {
	const page = await browser.open(await readyPDF("room.pdf", makePDF(3)), options);
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
