import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { Browser } from "../support/browser";
import { documentWhen, makeSession, upload } from "../support/library";
import { differing } from "../support/pixels";

const browser = new Browser();

const root = join(import.meta.dirname, "../../..");
const corpus = process.env["LECTERN_CORPUS"] ?? "";

/** Everything there is, and every page of it, is asked for by LECTERN_VISUAL=all; it takes many minutes. */
const all = process.env["LECTERN_VISUAL"] === "all";

/** How many pages of a document, and how many documents of the corpus, are looked at otherwise. */
const [pagesEach, corpusSample] = all ? [Infinity, Infinity] : [2, 12];

/** Device pixels a point, of both pictures. */
const scale = 2;

const samples = [
	"guide.pdf",
	"letter.docx",
	"budget.xlsx",
	...["sample.pdf", "sample.docx", "sample.pptx", "sample.xlsx", "sample.rtf"].map(
		(name) => `testdata/${name}`,
	),
].map((name) => join(root, "backend/samples", name));

/** PDFs of the corpus, evenly from among all of them. */
function corpusPDFs(): string[] {
	const files = readdirSync(corpus, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".pdf"))
		.sort()
		.map((name) => join(corpus, name));
	const step = Math.max(1, files.length / corpusSample);
	return files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A page that was looked at, and the share of its pixels that differ. */
interface Look {
	readonly name: string;
	readonly share: number;
}

/** Holds the pages of a document, drawn by the browser, against the server's pictures of them. */
async function look(page: Page, canvas: Page, file: string): Promise<Look[]> {
	const { id } = await upload(basename(file), new Uint8Array(await readFile(file)));
	const { status, pageCount } = await documentWhen(id, (document) => document.status === "ready");
	if (status !== "ready") {
		return []; // the corpus has damaged ones
	}
	const session = await makeSession(id, 60);
	const looks: Look[] = [];
	for (let number = 1; number <= Math.min(pageCount, pagesEach); number++) {
		const address = `${inject("url")}/viewer/session/${session.id}/page/${number}`;
		const picture = await fetch(`${address}.png?scale=${scale}`);
		if (picture.ok && Number(picture.headers.get("Page-Scale") ?? scale) === scale) {
			const theirs = Buffer.from(await picture.arrayBuffer());
			const share = await shareOf(page, canvas, `${address}.svg`, theirs);
			looks.push({ name: `${basename(file)}, page ${number}`, share });
		}
	}
	return looks;
}

/** The offsets of the width and the height in a PNG file, in bytes (ISO 15948, 11.2.2). */
const [widthAt, heightAt] = [16, 20];

async function shareOf(page: Page, canvas: Page, address: string, theirs: Buffer): Promise<number> {
	const [width, height] = [theirs.readUInt32BE(widthAt), theirs.readUInt32BE(heightAt)];
	await page.setViewportSize({ width: Math.ceil(width / scale), height: Math.ceil(height / scale) });
	await page.goto(address);
	const ours = await pictureOf(page);
	return differing(canvas, { ours: ours.toString("base64"), theirs: theirs.toString("base64") });
}

/** How often a browser is asked for a picture. */
const patience = 20;

/**
 * Returns a screenshot of a page. It can fail directly after the size of the window has changed, and is then repeated
 * after the next frame.
 */
async function pictureOf(page: Page): Promise<Buffer> {
	for (let asked = 1; ; asked++) {
		try {
			return await page.screenshot();
		} catch (error) {
			if (asked === patience || !String(error).includes("Unable to capture screenshot")) {
				throw error;
			}
			await page.evaluate(() => new Promise(requestAnimationFrame));
		}
	}
}

async function lookAtAll(files: readonly string[]): Promise<Look[]> {
	const page = await browser.open("about:blank", { deviceScaleFactor: scale });
	const canvas = await browser.open("about:blank");
	const looks: Look[] = [];
	for (const file of files) {
		looks.push(...(await look(page, canvas, file)));
	}
	return looks.sort((a, b) => b.share - a.share);
}

/**
 * The permitted differences between two renderers of the same page: less than the first for half of the pages, and at
 * most the second for all pages.
 */
const [usual, most] = [0.005, 0.03];

function hold(looks: readonly Look[]): void {
	expect(looks.length).toBeGreaterThan(0);
	expect(looks[Math.floor(looks.length / 2)]?.share).toBeLessThan(usual);
	expect(looks.filter(({ share }) => share > most)).toEqual([]);
}

test("the pages of the samples look as MuPDF draws them", async () => {
	hold(await lookAtAll(samples));
});

test.skipIf(!corpus || !existsSync(corpus))(
	"the pages of PDFs from everywhere look as MuPDF draws them",
	{ timeout: all ? 3_600_000 : 300_000 },
	async () => {
		const looks = await lookAtAll(corpusPDFs());
		if (all) {
			const lines = looks.map(({ name, share }) => `${(share * 100).toFixed(3)} % ${name}\n`);
			process.stdout.write(lines.join(""));
		}
		hold(looks);
	},
);
