import type { Page, Route } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { PageWords } from "../../src/core/text/page-text";
import { Browser, pageText, textBox } from "../support/browser";
import { makePDF, makeTextPDF } from "../support/documents";
import { makeSession, uploadAndOpenPDF, uploadSample, waitForDocument } from "../support/api";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();
const pageCount = 60;
let url = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("realtext.pdf", makePDF(pageCount));
});

/** Goes to a page, and waits until it is rendered. */
async function goTo(page: Page, number: number): Promise<void> {
	await page.fill("#page-field", String(number));
	await page.press("#page-field", "Enter");
	await page.locator(`#pages [data-page="${number}"][data-state="drawn"]`).waitFor();
}

/** Returns the font families that the drawings in the DOM use, and the font families that are loaded. */
function families(page: Page): Promise<{ used: string[]; loaded: string[] }> {
	return page.evaluate(() => ({
		used: Array.from(
			document.querySelectorAll<SVGElement>("#pages .face > svg"),
			(svg) => svg.style.fontFamily,
		),
		loaded: Array.from(document.fonts, (font) => (font.status === "loaded" ? font.family : "")),
	}));
}

test("page 1 is sent with its font, and needs no script for it", async () => {
	const page = await browser.open(url, { javaScriptEnabled: false });
	const text = page.locator("#pages .face > svg text").first();
	expect(await text.textContent()).toBe("Page number 1");
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("DOM.enable");
	await cdp.send("CSS.enable");
	const { root } = await cdp.send("DOM.getDocument");
	const { nodeId } = await cdp.send("DOM.querySelector", {
		nodeId: root.nodeId,
		selector: "#pages .face > svg text",
	});
	const { fonts } = await cdp.send("CSS.getPlatformFontsForNode", { nodeId });
	expect(fonts.map(({ isCustomFont }) => isCustomFont)).toEqual([true]);
});

test("every page has its own font, which is removed with it", async () => {
	const page = await browser.open(url);
	for (let number = 5; number <= pageCount; number += 5) {
		await goTo(page, number);
		const { used, loaded } = await families(page);
		expect(new Set(used).size).toBe(used.length);
		expect(loaded).toEqual(expect.arrayContaining(used));
		expect(loaded.length).toBeLessThan(2 * used.length + 4);
	}
});

test("a drawing has its font without the position of its style, too", async () => {
	const page = await browser.open(url, { expected: /Applying inline style violates/ });
	await page.route("**/page/*.svg*", async (route: Route) => {
		const response = await route.fetch();
		const { "page-font": font, ...headers } = response.headers();
		expect(font).toMatch(/^\d+-\d+$/);
		await route.fulfill({ response, headers });
	});
	await goTo(page, 40);
	const { used, loaded } = await families(page);
	expect(loaded).toEqual(expect.arrayContaining(used));
});

test("a browser that blocks fonts of pages gets pictures", async () => {
	const page = await browser.open(url, {
		initScript: () => {
			FontFace.prototype.load = () => Promise.reject(new DOMException("blocked", "NetworkError"));
		},
	});
	await goTo(page, 30);
	await page.locator('#pages [data-page="30"] .face > img').waitFor();
	await page.locator('#pages [data-page="30"] .text').waitFor({ state: "attached" });
});

/** A point of a page, in typographic points from its top left corner. */
interface Point {
	readonly x: number;
	readonly y: number;
}

/** Returns the position at which each character of a drawing starts. */
function characterPositions(page: Page): Promise<Point[]> {
	return page.evaluate(() =>
		Array.from(document.querySelectorAll("text"), (text) => {
			const matrix = text.getCTM();
			const root = (text.ownerSVGElement?.getCTM() ?? new DOMMatrix()).inverse();
			return Array.from({ length: text.getNumberOfChars() }, (_, index) => {
				const { x, y } = text
					.getStartPositionOfChar(index)
					.matrixTransform(matrix ?? undefined)
					.matrixTransform(root);
				return { x, y };
			});
		}).flat(),
	);
}

/**
 * The maximum distance in points between the start of a word and its correct position: a sixth of a pixel at a zoom of
 * 100 %.
 */
const tolerance = 0.12;

test("words begin at their positions in the document, with kerning and justification", async () => {
	const { id } = await uploadSample("../letter.docx");
	await waitForDocument(id, (document) => document.status === "ready");
	const { id: session } = await makeSession(id, 60);
	const address = `${sharedServer().url}/viewer/session/${session}/page/1`;
	const { lines } = (await (await fetch(`${address}.json`)).json()) as PageWords;
	const page = await browser.open(`${address}.svg`);
	const positions = await characterPositions(page);
	const words = lines.flatMap((line) => line.words);
	expect(words.length).toBeGreaterThan(100);
	const misplaced = words.filter(
		({ box: [left, top, , bottom] }) =>
			!positions.some(({ x, y }) => Math.abs(x - left) <= tolerance && y > top && y < bottom),
	);
	expect(misplaced).toEqual([]);
});

/**
 * A letter, with the positions of its left edge and, approximately, of the lower edge of its line, in pixels of the
 * window.
 */
interface Letter extends Point {
	readonly text: string;
}

/** Returns the letters in the picture of a page, and the letters in its text layer. */
function letterPositions(page: Page, number: number): Promise<{ picture: Letter[]; layer: Letter[] }> {
	return page.locator(`#pages [data-page="${number}"] > .face`).evaluate((face) => {
		const picture = Array.from(face.querySelectorAll("text"), (element) => {
			const matrix = element.getScreenCTM() ?? undefined;
			return Array.from(element.textContent, (text, index) => {
				const { x, y } = element.getStartPositionOfChar(index).matrixTransform(matrix);
				return { text, x, y };
			});
		}).flat();
		const layer: Letter[] = [];
		const walker = document.createTreeWalker(face.querySelector(".text") ?? face, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			for (const [index, text] of Array.from(node.textContent ?? "").entries()) {
				const range = document.createRange();
				range.setStart(node, index);
				range.setEnd(node, index + 1);
				const { x, bottom } = range.getBoundingClientRect();
				layer.push({ text, x, y: bottom });
			}
		}
		const isInk = ({ text }: Letter) => text.trim() !== "";
		return { picture: picture.filter(isInk), layer: layer.filter(isInk) };
	});
}

/**
 * Returns the letters of the text layer whose horizontal position differs from that in the picture by more than half a
 * pixel.
 */
async function misplacedLetters(page: Page, number: number): Promise<string[]> {
	const { picture, layer } = await letterPositions(page, number);
	expect(layer.length).toBeGreaterThan(100);
	return layer
		.filter(
			(one) =>
				!picture.some(
					({ text, x, y }) => text === one.text && Math.abs(x - one.x) <= 0.5 && Math.abs(y - one.y) <= 8,
				),
		)
		.map(({ text, x, y }) => `${text} at ${x}, ${y}`);
}

const prose = makeTextPDF(
	[1, 2].map((number) =>
		[
			`This is page ${number} of a paragraph that is set in one`,
			"font, of which no letter is as wide as that of",
			"any other: its lines are close to each other, so",
			"that all of them but the first and the last one",
			"are no more than one element of the page.",
		].map((line, index) => [60, 700 - 13 * index, 11, line]),
	),
);

test("letters of the text layer match those of the picture, most lines without an element per word", async () => {
	const page = await browser.open(await uploadAndOpenPDF("prose.pdf", prose));
	for (const number of [1, 2]) {
		await goTo(page, number);
		await pageText(page, number);
		expect(await misplacedLetters(page, number)).toEqual([]);
		const lines = page.locator(`#pages [data-page="${number}"] .text .line`);
		const parts = await lines.evaluateAll((all) => all.map((line) => line.childElementCount));
		expect(parts).toEqual([expect.any(Number), 0, 0, 0, expect.any(Number)]);
	}
});

/** Opens a document. When `change` is called, the viewer receives a state with a new version of the document. */
async function openChangeable(address: string): Promise<{ page: Page; change: () => void }> {
	let change: () => void = () => undefined;
	const changed = new Promise<void>((resolve) => {
		change = resolve;
	});
	const page = await browser.open("about:blank");
	const answerStatus = async (route: Route) => {
		await changed;
		const now = route
			.request()
			.url()
			.replace(/revision=\d+/u, "revision=0");
		const response = await route.fetch({ url: now });
		const state = (await response.json()) as { revision: number; version: number };
		const json = { ...state, revision: state.revision + 1, version: state.version + 1 };
		await route.fulfill({ response, json });
	};
	await page.route("**/state?*", answerStatus, { times: 1 });
	await page.goto(address);
	return { page, change };
}

test("if a page is redrawn in another font, its text layer and the selection stay unchanged", async () => {
	const { page, change } = await openChangeable(await uploadAndOpenPDF("prose.pdf", prose));
	await page.route("**/page/1.svg?*", async (route) => {
		const response = await route.fetch();
		const body = (await response.text()).replaceAll(/\bt[0-9a-f]{12}\b/gu, "t000000000001");
		await route.fulfill({ response, body });
	});
	await pageText(page, 1);
	const line = await textBox(page.locator('#pages [data-page="1"] .text .line').nth(1));
	await page.mouse.dblclick(line.x + 10, line.y + line.height / 2);
	const selected = () => page.evaluate(() => document.getSelection()?.toString().trim());
	expect(await selected()).toBe("font");
	const words = page.waitForResponse(/\/page\/1\.json/u);
	change();
	await (await words).finished();
	await page.locator('#pages [data-page="1"] > .face > svg[style*="t000000000001"]').waitFor();
	expect(await selected()).toBe("font");
	expect(await misplacedLetters(page, 1)).toEqual([]);
});
