import { AxeBuilder } from "@axe-core/playwright";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
	type Browser as PlaywrightBrowser,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { flags, shell, whole } from "./chromium.mjs";

/** Options of the pages of a test. */
export interface Opening extends BrowserContextOptions {
	/** Runs in the page before anything of it. */
	readonly before?: () => void;
	/** Errors that the test provokes; none by default. */
	readonly expected?: RegExp;
	/** The origins that the page may ask for something; the server's alone by default. */
	readonly origin?: string | readonly string[];
}

/** How a browser is. */
export interface Made {
	/** Its scroll bars take room; they lie over the pages, as on a telephone, by default. */
	readonly scrollBars?: boolean;
	/** It has the window around its pages, into which the focus can go. */
	readonly framed?: boolean;
}

/**
 * A browser with a fresh profile for the tests of one file. After each test it
 * holds that no page logged an error, broke the Content-Security-Policy, or asked
 * another host for anything.
 */
export class Browser {
	#profile = "";
	#first: BrowserContext | undefined;
	readonly #contexts: BrowserContext[] = [];
	readonly #complaints: string[] = [];

	/** Starts the browser before the tests of the file, and ends it after them. */
	constructor({ scrollBars = false, framed = false }: Made = {}) {
		beforeAll(async () => {
			this.#profile = await mkdtemp(join(tmpdir(), "lectern-chromium-"));
			this.#first = await chromium.launchPersistentContext(this.#profile, {
				executablePath: framed ? whole : shell,
				args: flags,
				ignoreDefaultArgs: scrollBars ? ["--hide-scrollbars"] : [],
			});
		});
		afterEach(async () => {
			await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
			expect(this.#complaints.splice(0)).toEqual([]);
		});
		afterAll(async () => {
			await this.#first?.close();
			await rm(this.#profile, { recursive: true, force: true });
		});
	}

	/** Opens a page of its own context. Motion is reduced, so that scrolling arrives at once. */
	async open(url: string, { before, expected, origin, ...options }: Opening = {}): Promise<Page> {
		const context = await this.#browser().newContext({
			viewport: { width: 1200, height: 800 },
			reducedMotion: "reduce",
			...options,
		});
		this.#contexts.push(context);
		context.setDefaultTimeout(120_000); // ends what hangs
		const page = await context.newPage();
		this.#watch(page, expected, [origin ?? inject("url")].flat());
		if (before !== undefined) {
			await page.addInitScript(before);
		}
		await page.goto(url);
		return page;
	}

	#browser(): PlaywrightBrowser {
		const browser = this.#first?.browser() ?? undefined;
		if (browser === undefined) {
			throw new Error("the browser is not running");
		}
		return browser;
	}

	#watch(page: Page, expected: RegExp | undefined, origins: readonly string[]): void {
		page.on("pageerror", ({ message }) => {
			if (expected?.test(message) !== true) {
				this.#complaints.push(`error: ${message}`);
			}
		});
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type()) && expected?.test(message.text()) !== true) {
				this.#complaints.push(`console: ${message.text()} (${message.location().url})`);
			}
		});
		page.on("request", (request) => {
			const target = request.url();
			if (!/^(data|blob|about):/.test(target) && !origins.some((origin) => target.startsWith(`${origin}/`))) {
				this.#complaints.push(`request: ${target}`);
			}
		});
	}
}

/** The share of pixels of an element's screenshot that are clearly darker than paper. */
export async function inkShare(page: Page, selector: string): Promise<number> {
	const picture = await page.locator(selector).first().screenshot();
	const scratch = await page.context().newPage();
	const share = await scratch.evaluate(async (base64) => {
		const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
		const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
		const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
		const context = canvas.getContext("2d");
		if (context === null) {
			return 0;
		}
		context.drawImage(bitmap, 0, 0);
		const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
		let dark = 0;
		for (let i = 0; i < data.length; i += 4) {
			dark += ((data[i] ?? 255) + (data[i + 1] ?? 255) + (data[i + 2] ?? 255)) / 3 < 160 ? 1 : 0;
		}
		return dark / (data.length / 4);
	}, picture.toString("base64"));
	await scratch.close();
	return share;
}

/** The page in the page field. */
export function fieldValue(page: Page): Promise<string> {
	return page.locator("#page-field").inputValue();
}

/** How far the stage is scrolled. */
export function scrollTop(page: Page): Promise<number> {
	return page.locator("#stage").evaluate((stage) => stage.scrollTop);
}

/** Goes to a page by the field for its number. */
export async function goTo(page: Page, number: number): Promise<void> {
	await page.fill("#page-field", String(number));
	await page.keyboard.press("Enter");
	await expect.poll(() => fieldValue(page)).toBe(String(number));
}

/** The words of a page's text layer, once it is there. */
export async function wordsOf(page: Page, number: number): Promise<string> {
	const layer = page.locator(`#pages .page[data-page="${number}"] > .face > .text`);
	await layer.waitFor({ state: "attached" });
	return layer.innerText();
}

/** Returns the box of the text of an element, without the padding that the box of the element includes. */
export function lettersBox(
	element: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
	return element.evaluate((node) => {
		const range = document.createRange();
		range.selectNodeContents(node);
		const { x, y, width, height } = range.getBoundingClientRect();
		return { x, y, width, height };
	});
}

/**
 * Returns the violations of WCAG 2.2 AA and of good practice that axe finds in a page, with their elements. On a dark
 * screen only the rules about colors run: every page is checked on a light one as well, and no other rule depends on
 * colors. Elements that match `except` are left out.
 */
export async function findings(page: Page, except?: string): Promise<string[]> {
	const dark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
	// For rules that hold, axe would compute selectors and markup that nobody reads.
	const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
	if (dark) axe.withRules(["color-contrast", "link-in-text-block"]);
	if (except) axe.exclude(except);
	const { violations } = await axe.analyze();
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Chooses something from the menu of all tools. */
export async function choose(page: Page, name: string): Promise<void> {
	await page.locator("#more").click();
	const exact = { name, exact: true };
	await page.getByRole("menuitem", exact).or(page.getByRole("menuitemcheckbox", exact)).click();
}
