import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import type { PageWords } from "../src/core/textlayer";
import { Browser } from "./browser";
import { makePDF } from "./documents";
import { documentWhen, makeSession, readyPDF, uploadSample } from "./library";

const browser = new Browser();
const pageCount = 60;
let url = "";

beforeAll(async () => {
	url = await readyPDF("realtext.pdf", makePDF(pageCount));
});

/** Goes to a page, and waits until it is drawn. */
async function goTo(page: Page, number: number): Promise<void> {
	await page.fill("#page-field", String(number));
	await page.press("#page-field", "Enter");
	await page.locator(`#pages [data-page="${number}"][data-state="drawn"]`).waitFor();
}

/** The families of the pictures in the DOM, and of the fonts that are loaded. */
function families(page: Page): Promise<{ used: string[]; loaded: string[] }> {
	return page.evaluate(() => ({
		used: Array.from(
			document.querySelectorAll<SVGElement>("#pages .face > svg"),
			(svg) => svg.style.fontFamily,
		),
		loaded: Array.from(document.fonts, (font) => (font.status === "loaded" ? font.family : "")),
	}));
}

test("page 1 comes with its font, and needs no script for it", async () => {
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

test("every page has its own font, which goes with it", async () => {
	const page = await browser.open(url);
	for (let number = 5; number <= pageCount; number += 5) {
		await goTo(page, number);
		const { used, loaded } = await families(page);
		expect(new Set(used).size).toBe(used.length);
		expect(loaded).toEqual(expect.arrayContaining(used));
		expect(loaded.length).toBeLessThan(2 * used.length + 4);
	}
});

test("a browser that takes no fonts from pages gets pictures", async () => {
	const page = await browser.open(url, {
		before: () => {
			FontFace.prototype.load = () => Promise.reject(new DOMException("blocked", "NetworkError"));
		},
	});
	await goTo(page, 30);
	await page.locator('#pages [data-page="30"] .face > img').waitFor();
	await page.locator('#pages [data-page="30"] .text').waitFor({ state: "attached" });
});

/** A place on a page, in points from its top left corner. */
interface Place {
	readonly x: number;
	readonly y: number;
}

/** Where the characters of a drawing begin. */
function starts(page: Page): Promise<Place[]> {
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

/** How far off its place a word may begin, in points: a sixth of a pixel at 100 %. */
const tolerance = 0.12;

test("words begin where the document has them, kerned and justified as they are", async () => {
	const { id } = await uploadSample("../letter.docx");
	await documentWhen(id, (document) => document.status === "ready");
	const { id: session } = await makeSession(id, 60);
	const address = `${inject("url")}/viewer/session/${session}/page/1`;
	const { lines } = (await (await fetch(`${address}.json`)).json()) as PageWords;
	const page = await browser.open(`${address}.svg`);
	const places = await starts(page);
	const words = lines.flatMap((line) => line.words);
	expect(words.length).toBeGreaterThan(100);
	const astray = words.filter(
		({ box: [left, top, , bottom] }) =>
			!places.some(({ x, y }) => Math.abs(x - left) <= tolerance && y > top && y < bottom),
	);
	expect(astray).toEqual([]);
});
