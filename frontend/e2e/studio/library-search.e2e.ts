import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import library from "../../src/studio/languages/en/library.json";
import shell from "../../src/studio/languages/en/shell.json";
import { call, type Document, upload, waitForDocument } from "../support/api";
import { axeViolations } from "../support/axe";
import { Browser } from "../support/browser";
import { makePDF, makeTextPDF } from "../support/documents";
import { openStudio } from "../support/studio";

const browser = new Browser();

/** Uploads a PDF with a line on each page, and waits until it is ready. */
async function uploadText(name: string, ...lines: string[]): Promise<Document> {
	const { id } = await upload(name, makeTextPDF(lines.map((line) => [[72, 700, 20, line]])));
	return waitForDocument(id, ({ status }) => status === "ready");
}

/** Uploads PDFs, and waits until all are ready. */
async function uploadNames(names: readonly string[]): Promise<void> {
	const documents = await Promise.all(names.map((name) => upload(name, makePDF(1))));
	for (const { id } of documents) {
		await waitForDocument(id, ({ status }) => status === "ready");
	}
}

function changeDocuments(body: object): Promise<unknown> {
	return call("POST", "/document/batch", body);
}

/** Types into the search field of the library. */
async function searchFor(page: Page, text: string): Promise<void> {
	await page.keyboard.press("Control+f");
	await page.keyboard.type(text);
	await page.getByRole("heading", { name: `Results for “${text}”`, level: 1 }).waitFor();
}

const results = (page: Page) => page.getByRole("region", { name: "Search results" });
const nameRows = (page: Page) => results(page).locator("[data-result^=name]:visible");

/** Returns the key of the search result that has the focus; empty if none has it. */
const focusedResult = (page: Page) =>
	page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset["result"] ?? "");

test("the search field of a phone stays at its place, and zeros are not counted", async () => {
	await uploadText("Only a name: axolotl.pdf", "no animal");
	const page = await openStudio(browser, "#/library", { viewport: { width: 390, height: 844 } });
	const field = page.getByRole("searchbox");
	await field.waitFor();
	const top = async () => (await field.boundingBox())?.y;
	const before = await top();
	await field.fill("axolotl");
	await page.getByRole("heading", { name: "Results for “axolotl”", level: 1 }).waitFor();
	await expect.poll(() => page.getByRole("status").first().innerText()).toBe("1 document name");
	expect(await top()).toBe(before);
});

test("shows the numbers of names and pages, and all names on request", async () => {
	const names = Array.from({ length: 130 }, (_, index) => `Quokka ${index + 1}.pdf`);
	await uploadNames(names);
	await uploadText("Wombats.pdf", "one quokka", "no wombat", "another quokka");
	const page = await openStudio(browser);
	await searchFor(page, "quokka");
	await expect
		.poll(() => page.getByRole("status").first().innerText())
		.toBe("130 document names · Found on 2 pages");
	await results(page).getByRole("heading", { name: "130 document names" }).waitFor();
	const widths = await page
		.getByText("130 document names")
		.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width));
	// One of the two texts is visible only to screen readers.
	expect(widths.filter((width) => width > 1)).toHaveLength(1);
	expect(await nameRows(page).count()).toBe(6);
	expect(await nameRows(page).first().locator("mark").innerText()).toBe("Quokka");
	await results(page).getByRole("button", { name: "Show all 130" }).click();
	await expect.poll(() => page.url()).toContain("allNames");
	const list = results(page).getByRole("list", { name: "130 document names" });
	await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(6);
	expect(await list.getByRole("listitem").count()).toBeLessThan(60); // only items near the window are in the DOM
	await list.locator("button").first().focus();
	await page.keyboard.press("End");
	await expect.poll(() => list.locator("button:focus").innerText()).toMatch(/^Quokka \d+/);
	expect(await list.locator("[aria-posinset='130'] button:focus").count()).toBe(1);
	await page.goBack();
	await results(page).getByRole("button", { name: "Show all 130" }).waitFor();
});

test("works with the keyboard, and comes back to the same place", async () => {
	for (let index = 1; index <= 12; index++) {
		await uploadText(`numbat-${index}.pdf`, `a numbat of page ${index}`, "nothing", "the numbat again");
	}
	const page = await openStudio(browser, "#/library", { viewport: { width: 1000, height: 560 } });
	await searchFor(page, "numbat");
	await expect
		.poll(() => page.getByRole("status").first().innerText())
		.toBe("12 document names · Found on 24 pages");
	await page.keyboard.press("ArrowDown");
	await expect.poll(() => focusedResult(page)).toMatch(/^name /);
	for (let count = 0; count < 12; count++) {
		await page.keyboard.press("ArrowDown");
	}
	const read = await focusedResult(page);
	expect(read).toMatch(/^(page|document) /);
	const scrollTop = () =>
		results(page)
			.locator("[data-scroll]")
			.evaluate((area) => area.scrollTop);
	const before = await scrollTop();
	expect(before).toBeGreaterThan(0);
	await page.keyboard.press("Enter");
	const viewer = page.frameLocator("iframe:visible");
	await viewer.locator("#pages .hit").first().waitFor(); // the document opens at the hit
	await page.goBack();
	await results(page).waitFor();
	await expect.poll(() => focusedResult(page)).toBe(read);
	await expect.poll(scrollTop).toBe(before);

	await page.keyboard.press("ArrowUp");
	const other = await focusedResult(page);
	await page.keyboard.press("Enter");
	await page.frameLocator("iframe:visible").locator("#pages .page").first().waitFor();
	await page
		.getByRole("button", { name: /^Close numbat/ })
		.last()
		.click();
	await results(page).waitFor();
	await expect.poll(() => focusedResult(page)).toBe(other);

	await page.keyboard.press("Escape");
	await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
	await page.keyboard.press("Escape");
	await page.getByRole("heading", { name: "All documents" }).waitFor();
});

test("going back from a hit below the visible part of its page returns to the results", async () => {
	const { id } = await upload("kowari.pdf", makeTextPDF([[[72, 60, 20, "a kowari"]]]));
	await waitForDocument(id, ({ status }) => status === "ready");
	const page = await openStudio(browser, "#/library", { viewport: { width: 1000, height: 560 } });
	await searchFor(page, "kowari");
	await results(page).locator("[data-result^=page]").click();
	await page.frameLocator("iframe:visible").locator("#pages .hit").waitFor();
	await page.goBack();
	await results(page).waitFor();
});

test("closing the tab of a result returns to the results, also if other tabs are open", async () => {
	await uploadNames(["bilby-one.pdf", "bilby-two.pdf"]);
	const page = await openStudio(browser);
	await searchFor(page, "bilby");
	for (const name of [/bilby-one/, /bilby-two/]) {
		await nameRows(page).filter({ hasText: name }).click();
		await page.locator("iframe:visible").waitFor();
		if (String(name).includes("one")) {
			await page.getByRole("link", { name: "Library" }).first().click();
		}
	}
	await page.getByRole("button", { name: "Close bilby-two.pdf" }).click();
	await results(page).waitFor();
	await expect.poll(() => focusedResult(page)).toMatch(/^name /);
});

test("filters stay while the text changes, in the address, and after a reload", async () => {
	const tagged = await uploadText("dunnart-a.pdf", "a dunnart");
	await uploadText("dunnart-b.pdf", "two dunnarts and a dunnart");
	await changeDocuments({ ids: [tagged.id], action: "tag", tags: ["marsupial"] });
	const page = await openStudio(browser);
	await searchFor(page, "dunnar");
	await expect.poll(() => nameRows(page).count()).toBe(2);
	await results(page).getByRole("button", { name: "All tags" }).click();
	await page.getByRole("menuitemcheckbox", { name: "marsupial" }).click();
	await expect.poll(() => nameRows(page).allInnerTexts()).toEqual([expect.stringContaining("dunnart-a")]);
	await page.keyboard.press("Control+f");
	await page.keyboard.press("End");
	await page.keyboard.type("t");
	await page.getByRole("heading", { name: "Results for “dunnart”" }).waitFor();
	await expect
		.poll(() => page.getByRole("status").first().innerText())
		.toBe("1 document name · Found on 1 page");
	await page.reload();
	await expect
		.poll(() => page.getByRole("status").first().innerText())
		.toBe("1 document name · Found on 1 page");
	await results(page).getByRole("button", { name: "All types" }).click();
	await page.getByRole("menuitemcheckbox", { name: "Spreadsheets" }).click();
	await page.getByText("No documents match these filters.").waitFor();
	await results(page).getByRole("button", { name: "Clear filters" }).first().click();
	await expect
		.poll(() => page.getByRole("status").first().innerText())
		.toBe("2 document names · Found on 2 pages");
});

test("long names and names from right to left keep the match and their beginning", async () => {
	const long = `${"A quarterly report of the region ".repeat(5)}potoroo at the end.pdf`;
	const arabic = "تقرير potoroo ربع سنوي عن المبيعات.pdf";
	await uploadNames([long, arabic]);
	for (const width of [1440, 390]) {
		const page = await openStudio(browser, "#/library?q=potoroo", { viewport: { width, height: 800 } });
		await expect.poll(() => nameRows(page).count()).toBe(2);
		for (const row of await nameRows(page).all()) {
			const name = row.locator(".name");
			await expect
				.poll(() =>
					name.evaluate((element) => {
						const box = element.getBoundingClientRect();
						const mark = element.querySelector("mark")?.getBoundingClientRect();
						return (
							mark !== undefined &&
							mark.top >= box.top - 1 &&
							mark.bottom <= box.bottom + 1 &&
							mark.left >= box.left - 1 &&
							mark.right <= box.right + 1 &&
							element.scrollHeight <= element.clientHeight + 1
						);
					}),
				)
				.toBe(true);
		}
		const arabicName = nameRows(page).filter({ hasText: "تقرير" }).locator(".name bdi");
		expect(await arabicName.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
		await page.close();
	}
});

test("the section of names is hidden if no name matches", async () => {
	await uploadText("report-of-animals.pdf", "a antechinus", "another antechinus");
	const page = await openStudio(browser, "#/library?q=antechinus");
	await results(page).getByRole("heading", { name: "Found on 2 pages", exact: true }).waitFor();
	await expect.poll(() => page.getByRole("status").first().innerText()).toBe("Found on 2 pages");
	expect(await results(page).getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
		"Found on 2 pages",
	]);
});

test("says what to do if nothing is found, and if the server cannot be reached", async () => {
	const page = await openStudio(browser, "#/library?q=nosuchanimal", {
		expected: /ERR_FAILED|Failed to load/,
	});
	await page.getByText("No results for “nosuchanimal”").waitFor();
	let isDown = true;
	await page.route(/\/api\/v0\/(search|document)\?/, (route) => (isDown ? route.abort() : route.continue()));
	await page.keyboard.press("Control+f");
	await page.keyboard.type("quoll");
	await page.getByRole("heading", { name: "The search failed" }).waitFor();
	await page.getByText("Lectern is not responding.").first().waitFor();
	await page.getByRole("button", { name: "Try again" }).first().waitFor();
	isDown = false; // the search is repeated without a user action
	await page.getByText("No results for “quoll”").waitFor();
});

test("shows placeholders until the first results arrive, and the previous ones after that", async () => {
	await uploadNames(["pademelon.pdf"]);
	const page = await openStudio(browser);
	let release: () => void = () => undefined;
	let held = new Promise<void>((resolve) => (release = resolve));
	await page.route(/\/api\/v0\/search\?/, async (route) => {
		await held;
		await route.continue();
	});
	await page.keyboard.press("Control+f");
	await page.keyboard.type("pademelo");
	await page.getByText("Searching…").waitFor({ state: "attached" });
	release();
	await expect.poll(() => nameRows(page).count()).toBe(1);
	held = new Promise<void>((resolve) => (release = resolve));
	await page.keyboard.type("n");
	await results(page).and(page.locator("[aria-busy=true]")).waitFor();
	expect(await nameRows(page).count()).toBe(1);
	release();
	await page.getByRole("heading", { name: "Results for “pademelon”" }).waitFor();
});

test("after a failed request for more pages, the loaded ones stay, and only the next ones are requested", async () => {
	const indexes = Array.from({ length: 21 }, (_, index) => index);
	await Promise.all(indexes.map((index) => uploadText(`potoroo-${index}.pdf`, "a potoroo")));
	const page = await openStudio(browser, "#/library?q=potoroo", { expected: /status of 500/ });
	const documents = results(page).locator("[data-result^='document ']");
	await expect.poll(() => documents.count()).toBe(20);
	let isFailing = true;
	const searches: string[] = [];
	await page.route(/\/api\/v0\/search\?/, async (route) => {
		searches.push(new URL(route.request().url()).searchParams.has("after") ? "next" : "first");
		await (isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue());
	});
	await results(page).getByRole("button", { name: library.moreHits }).click();
	await results(page).getByRole("button", { name: shell.tryAgain }).waitFor();
	expect(await documents.count()).toBe(20);
	isFailing = false;
	await expect.poll(() => documents.count()).toBe(21);
	expect(new Set(searches)).toEqual(new Set(["next"]));
});

test("after a failed request for names, the pages stay, and only the names are requested", async () => {
	await uploadText("bettong.pdf", "a bettong");
	const page = await openStudio(browser, "#/library", { expected: /status of 500/ });
	let isFailing = true;
	let searches = 0;
	await page.route(/\/api\/v0\/document\?.*name=bettong/, (route) =>
		isFailing ? route.fulfill({ status: 500, json: {} }) : route.continue(),
	);
	await page.route(/\/api\/v0\/search\?/, (route) => {
		searches++;
		return route.continue();
	});
	await searchFor(page, "bettong");
	await results(page).getByRole("button", { name: shell.tryAgain }).waitFor();
	await results(page).locator("[data-result^='document ']").waitFor();
	const before = searches;
	isFailing = false;
	await expect.poll(() => nameRows(page).count()).toBe(1);
	expect(searches).toBe(before);
});

test("axe finds nothing in the list of all names", async () => {
	await uploadText("cuscus.pdf", "a cuscus", "the cuscus");
	const page = await openStudio(browser, "#/library?q=cuscus&allNames=true");
	await results(page).getByRole("list", { name: /name/ }).waitFor();
	expect(await axeViolations(page)).toEqual([]);
});
