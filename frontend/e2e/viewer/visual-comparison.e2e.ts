import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Browser } from "../support/browser";
import { makeSession, upload, waitForDocument } from "../support/api";
import { differenceShare } from "../support/pixels";
import { sharedServer } from "../support/shared-server";

const browser = new Browser();

const root = join(import.meta.dirname, "../../..");
const corpus = process.env["LECTERN_CORPUS"] ?? "";

/** Whether LECTERN_VISUAL=all is set. Then, all pages of all documents are compared, which takes many minutes. */
const all = process.env["LECTERN_VISUAL"] === "all";

/** The number of pages that are compared in each document, and the number of documents of the corpus. */
const [pagesEach, corpusSample] = all ? [Infinity, Infinity] : [2, 12];

/** The resolution of both pictures, in device pixels per point. */
const scale = 2;

const samples = [
	"guide.pdf",
	"letter.docx",
	"budget.xlsx",
	...["sample.pdf", "sample.docx", "sample.pptx", "sample.xlsx", "sample.rtf"].map(
		(name) => `testdata/${name}`,
	),
].map((name) => join(root, "backend/samples", name));

/** Returns a sample of the corpus: PDFs at regular intervals in the sorted list of all PDFs. */
function corpusPDFs(): string[] {
	const files = readdirSync(corpus, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".pdf"))
		.sort()
		.map((name) => join(corpus, name));
	const step = Math.max(1, files.length / corpusSample);
	return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A compared page, and the fraction of its pixels that differ. */
interface Comparison {
	readonly name: string;
	readonly share: number;
}

/** Compares each page of a document as the browser renders it with the picture that the server renders. */
async function compareDocument(page: Page, canvas: Page, file: string): Promise<Comparison[]> {
	const { id } = await upload(basename(file), new Uint8Array(await readFile(file)));
	const { status, pageCount } = await waitForDocument(id, (document) => document.status === "ready");
	if (status !== "ready") {
		return []; // the corpus contains damaged documents, too
	}
	const session = await makeSession(id, 60);
	const comparisons: Comparison[] = [];
	for (let number = 1; number <= Math.min(pageCount, pagesEach); number++) {
		const address = `${sharedServer().url}/viewer/session/${session.id}/page/${number}`;
		const picture = await fetch(`${address}.png?scale=${scale}`);
		if (picture.ok && Number(picture.headers.get("Page-Scale") ?? scale) === scale) {
			const expected = Buffer.from(await picture.arrayBuffer());
			const share = await pageDifference(page, canvas, `${address}.svg`, expected);
			comparisons.push({ name: `${basename(file)}, page ${number}`, share });
		}
	}
	return comparisons;
}

/** The offsets of the width and of the height in a PNG file, in bytes (ISO 15948, 11.2.2). */
const [widthAt, heightAt] = [16, 20];

async function pageDifference(page: Page, canvas: Page, address: string, expected: Buffer): Promise<number> {
	const [width, height] = [expected.readUInt32BE(widthAt), expected.readUInt32BE(heightAt)];
	await page.setViewportSize({ width: Math.ceil(width / scale), height: Math.ceil(height / scale) });
	await page.goto(address);
	const actual = await pictureOf(page);
	return differenceShare(canvas, {
		actual: actual.toString("base64"),
		expected: expected.toString("base64"),
	});
}

/** The maximum number of attempts to take a screenshot. */
const maxAttempts = 20;

/**
 * Returns a screenshot of a page. Directly after a change of the window's size, a screenshot can fail; it is then
 * repeated after the next frame.
 */
async function pictureOf(page: Page): Promise<Buffer> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await page.screenshot();
		} catch (error) {
			if (attempt === maxAttempts || !String(error).includes("Unable to capture screenshot")) {
				throw error;
			}
			await page.evaluate(() => new Promise(requestAnimationFrame));
		}
	}
}

async function compareAll(files: readonly string[]): Promise<Comparison[]> {
	const page = await browser.open("about:blank", { deviceScaleFactor: scale });
	const canvas = await browser.open("about:blank");
	const comparisons: Comparison[] = [];
	for (const file of files) {
		comparisons.push(...(await compareDocument(page, canvas, file)));
	}
	return comparisons.sort((a, b) => b.share - a.share);
}

/**
 * The permitted fractions of differing pixels between the two renderers. The median of all pages must be less than the
 * first value, and no page may exceed the second.
 */
const [maxMedian, maxAny] = [0.005, 0.03];

function expectSimilar(comparisons: readonly Comparison[]): void {
	expect(comparisons.length).toBeGreaterThan(0);
	expect(comparisons[Math.floor(comparisons.length / 2)]?.share).toBeLessThan(maxMedian);
	expect(comparisons.filter(({ share }) => share > maxAny)).toEqual([]);
}

test("the pages of the samples look as MuPDF draws them", async () => {
	expectSimilar(await compareAll(samples));
});

test.skipIf(!corpus || !existsSync(corpus))(
	"the pages of PDFs from everywhere look as MuPDF draws them",
	{ timeout: all ? 3_600_000 : 300_000 },
	async () => {
		const comparisons = await compareAll(corpusPDFs());
		if (all) {
			const lines = comparisons.map(({ name, share }) => `${(share * 100).toFixed(3)} % ${name}\n`);
			process.stdout.write(lines.join(""));
		}
		expectSimilar(comparisons);
	},
);
