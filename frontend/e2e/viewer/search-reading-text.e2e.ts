import { type Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makePDF, makeTextPDF, type PlacedLine } from "../support/documents";
import { currentPage, search, waitForCount } from "../support/search";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();

/**
 * Returns a PDF of pages of prose. Each page has the word 'document' once. The word is hyphenated at the end of a line
 * near the bottom.
 */
function makeProse(count: number): Uint8Array<ArrayBuffer> {
	const fillerLine = "and then the reader turns another leaf of the book, and goes on to read what was begun";
	const pages = Array.from({ length: count }, (_, page) => {
		const lines = Array.from({ length: 48 }, () => fillerLine);
		lines.splice(
			40,
			2,
			`and then the reader of this book comes to page ${page + 1}, which has for them at last a docu-`,
			`ment ${fillerLine.slice(5)}`,
		);
		return lines.map((text, row): PlacedLine => [72, 770 - 14 * row, 11, text]);
	});
	return makeTextPDF(pages);
}

/** Returns the highlighted hits in reflowed text, and the current hit with its page and whether it is visible. */
function textHighlights(
	page: Page,
): Promise<{ hits: string[]; current: string[]; page: string; isVisible: boolean }> {
	return page.evaluate(() => {
		const [hits, current] = ["hit", "current-hit"].map(
			(name) => [...(CSS.highlights.get(name) ?? [])] as Range[],
		);
		const box = current?.[0]?.getBoundingClientRect();
		const sheet = current?.[0]?.startContainer.parentElement?.closest<HTMLElement>(".page");
		const isVisible = box !== undefined && box.top > 100 && box.bottom < window.innerHeight && box.height > 0;
		return {
			hits: (hits ?? []).map(String),
			current: (current ?? []).map(String),
			page: sheet?.dataset["page"] ?? "",
			isVisible,
		};
	});
}

/** Returns the URL of a viewer with reflowed text. */
function textURL(url: string): string {
	return `${url}&profileOverrides=${encodeURIComponent('{"output":"text"}')}`;
}

test("marks hits in reading text, and brings them into sight", async () => {
	const page = await browser.open(textURL(await uploadAndOpenPDF("reading.pdf", makeProse(30))));
	const waitForHit = (number: string) =>
		expect
			.poll(() => textHighlights(page))
			.toMatchObject({ current: ["document"], page: number, isVisible: true });
	await search(page, "cumen", "1 of 30");
	await waitForHit("1");
	await page.keyboard.press("Enter");
	await waitForHit("2");
	await page.keyboard.press("Shift+Enter");
	await page.keyboard.press("Shift+Enter");
	await waitForCount(page, "30 of 30");
	await waitForHit("30");
	await search(page, "page 17, which has for them at last a document", "1 of 1");
	await expect
		.poll(() => textHighlights(page))
		.toMatchObject({
			current: ["page 17, which has for them at last a document"],
			page: "17",
			isVisible: true,
		});
	await page.keyboard.press("Escape");
	await expect.poll(() => textHighlights(page)).toMatchObject({ hits: [], current: [] });
});

test("marks all hits of the visible pages, and keeps them during reading and zooming", async () => {
	const page = await browser.open(textURL(await uploadAndOpenPDF("reading all.pdf", makeProse(3))));
	await search(page, "leaf", "1 of 141");
	const shown = async () => {
		const pages = page.locator("#pages .reflow");
		const occurrences = (await pages.allInnerTexts()).join(" ").match(/leaf/g)?.length ?? 0;
		const { hits, current } = await textHighlights(page);
		return (
			occurrences > 0 &&
			hits.length + current.length === occurrences &&
			[...hits, ...current].every((text) => text === "leaf")
		);
	};
	await expect.poll(shown).toBe(true);
	await page.locator("#zoom-in").click();
	await page.keyboard.press("End");
	await page.locator('#pages .page[data-page="3"] .reflow').waitFor();
	await expect.poll(shown).toBe(true);
	expect((await textHighlights(page)).current.length).toBeLessThan(2);
});

test("keeps the position of the reader while reading text loads", async () => {
	const page = await browser.open(textURL(await uploadAndOpenPDF("reading on.pdf", makeProse(9))));
	let release: () => void = () => undefined;
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route(/\/page\/8\.json/, async (route) => {
		await released;
		await route.continue();
	});
	await search(page, "page 7", "1 of 1");
	await expect.poll(() => textHighlights(page)).toMatchObject({ page: "7", isVisible: true });
	const top = () =>
		page
			.locator('#pages .page[data-page="7"] .reflow')
			.evaluate((text) => Math.round(text.getBoundingClientRect().top));
	const before = await top();
	await page.mouse.move(700, 400);
	await page.mouse.wheel(0, -700);
	await expect.poll(top).toBe(before + 700);
	expect(await textHighlights(page)).toMatchObject({ page: "7", isVisible: false });
	release();
	await page.locator('#pages .page[data-page="8"] .reflow').waitFor({ state: "attached" });
	expect(await top()).toBe(before + 700);
});

test.each(["light", "dark", "forced colors"] as const)(
	"marks in reading text are told apart: %s",
	async (colorMode) => {
		const url = textURL(
			await uploadAndOpenPDF("reading colors.pdf", makeTextPDF([[[72, 700, 14, "beta and beta"]]])),
		);
		const page = await browser.open(
			url,
			colorMode === "forced colors" ? { forcedColors: "active" } : { colorScheme: colorMode },
		);
		await search(page, "beta", "1 of 2");
		await expect.poll(async () => (await textHighlights(page)).isVisible).toBe(true);
		const boxes = await page.evaluate(() =>
			["hit", "current-hit"].map((name) => {
				const [range] = [...(CSS.highlights.get(name) ?? [])] as Range[];
				const { x, y, width, height } = range?.getBoundingClientRect() ?? new DOMRect();
				return { x, y, width, height };
			}),
		);
		const [text] = await page.locator(".reflow").all();
		const sheet = await text?.boundingBox();
		const plainArea = { x: (sheet?.x ?? 0) + 2, y: (sheet?.y ?? 0) + 2, width: 20, height: 10 };
		const colors = await Promise.all([plainArea, ...boxes].map((clip) => commonColor(page, clip)));
		expect(new Set(colors).size).toBe(3);
		if (colorMode !== "forced colors") {
			// Hits on pages with white paper have the same colors.
			expect(colors.slice(1)).toEqual(["255,234,164", "255,197,118"]);
		}
	},
);

/** Returns the most common color in an area of the window. */
async function commonColor(
	page: Page,
	clip: DOMRectInit & { x: number; y: number; width: number; height: number },
): Promise<string> {
	const picture = await page.screenshot({ clip });
	return page.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
		context?.drawImage(bitmap, 0, 0);
		const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
		const counts = new Map<string, number>();
		for (let at = 0; at < data.length; at += 4) {
			const color = [data[at], data[at + 1], data[at + 2]].join();
			counts.set(color, (counts.get(color) ?? 0) + 1);
		}
		return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
	}, picture.toString("base64"));
}

test("goes to hits in reading text even if the browser cannot mark them", async () => {
	const page = await browser.open(textURL(await uploadAndOpenPDF("reading old.pdf", makeProse(9))), {
		initScript: () => {
			Reflect.deleteProperty(CSS, "highlights");
		},
	});
	await search(page, "page 7", "1 of 1");
	await expect
		.poll(() =>
			page.locator('#pages .page[data-page="7"] .reflow').evaluate((text) => {
				const { top } = text.getBoundingClientRect();
				return top < 0 && top > -5000;
			}),
		)
		.toBe(true);
});

test("another output marks what the address searches for as well", async () => {
	const url = await uploadAndOpenPDF("outputs.pdf", makePDF(5));
	const page = await browser.open(`${url}#search=alpha4`);
	for (const output of ["html", "img", "text", "html"]) {
		await page.goto(
			`${url}&profileOverrides=${encodeURIComponent(JSON.stringify({ output }))}#search=alpha4`,
		);
		await waitForCount(page, "1 of 1");
		if (output === "text") {
			await expect
				.poll(() => textHighlights(page))
				.toMatchObject({ current: ["alpha4"], page: "4", isVisible: true });
		} else {
			await expect.poll(() => currentPage(page)).toBe("4");
		}
	}
});
