import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	type Browser as PlaywrightBrowser,
	type BrowserContext,
	type BrowserContextOptions,
	chromium,
	type Locator,
	type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { browserFlags, fullBrowser, headlessShell } from "./chromium.mjs";
import { sharedServer } from "./shared-server";

/** Options for opening a page. */
export interface OpenOptions extends BrowserContextOptions {
	/** Runs in the page before its own scripts. */
	readonly initScript?: () => void;
	/** Matches the errors that the test causes on purpose. By default, no errors are expected. */
	readonly expected?: RegExp;
	/** The origins to which the page may send requests. By default, only the server's origin. */
	readonly origin?: string | readonly string[];
}

/** Options for starting a browser. */
export interface BrowserOptions {
	/** Whether scroll bars take up space. By default, they overlay the pages, as on a phone. */
	readonly scrollBars?: boolean;
	/**
	 * Whether the browser has a window with controls of its own, which can have the focus. By default, it is headless.
	 */
	readonly withWindow?: boolean;
}

/**
 * A browser with a new profile for the tests of one file. After each test, it checks that no page has logged an error,
 * violated the Content-Security-Policy, or sent a request to another host.
 */
export class Browser {
	#profile = "";
	#context: BrowserContext | undefined;
	readonly #contexts: BrowserContext[] = [];
	readonly #problems: string[] = [];

	/** Starts the browser before the tests of the file, and closes it after them. */
	constructor({ scrollBars = false, withWindow = false }: BrowserOptions = {}) {
		beforeAll(async () => {
			this.#profile = await mkdtemp(join(tmpdir(), "lectern-chromium-"));
			this.#context = await chromium.launchPersistentContext(this.#profile, {
				executablePath: withWindow ? fullBrowser : headlessShell,
				args: browserFlags,
				ignoreDefaultArgs: scrollBars ? ["--hide-scrollbars"] : [],
			});
		});
		afterEach(async () => {
			await Promise.all(this.#contexts.splice(0).map(closeContext));
			expect(this.#problems.splice(0)).toEqual([]);
		});
		afterAll(async () => {
			await this.#context?.close();
			await rm(this.#profile, { recursive: true, force: true });
		});
	}

	/** Opens a page in a new browser context. Reduced motion is enabled, so that scrolling has no animation. */
	async open(url: string, { initScript, expected, origin, ...options }: OpenOptions = {}): Promise<Page> {
		const context = await this.#browser().newContext({
			viewport: { width: 1200, height: 800 },
			reducedMotion: "reduce",
			...options,
		});
		this.#contexts.push(context);
		context.setDefaultTimeout(300_000); // ends a test that waits forever
		const page = await context.newPage();
		this.#recordProblems(page, expected, [origin ?? sharedServer().url].flat());
		if (initScript !== undefined) {
			await page.addInitScript(initScript);
		}
		await page.goto(url);
		return page;
	}

	#browser(): PlaywrightBrowser {
		const browser = this.#context?.browser() ?? undefined;
		if (browser === undefined) {
			throw new Error("the browser is not running");
		}
		return browser;
	}

	#recordProblems(page: Page, expected: RegExp | undefined, origins: readonly string[]): void {
		page.on("pageerror", ({ message }) => {
			if (expected?.test(message) !== true) {
				this.#problems.push(`error: ${message}`);
			}
		});
		page.on("console", (message) => {
			if (["error", "warning"].includes(message.type()) && expected?.test(message.text()) !== true) {
				this.#problems.push(`console: ${message.text()} (${message.location().url})`);
			}
		});
		page.on("request", (request) => {
			const target = request.url();
			if (!/^(data|blob|about):/.test(target) && !origins.some((origin) => target.startsWith(`${origin}/`))) {
				this.#problems.push(`request: ${target}`);
			}
		});
	}
}

/**
 * Closes a context and its pages. A handler of a route that is still waiting for a response then fails; this failure is
 * ignored.
 */
async function closeContext(context: BrowserContext): Promise<void> {
	await Promise.all(
		context.pages().map(async (page) => {
			try {
				await page.unrouteAll({ behavior: "ignoreErrors" });
			} catch (error) {
				if (!page.isClosed()) {
					throw error;
				} // if the page was closed meanwhile, there are no routes to remove
			}
		}),
	);
	await context.close();
}

/** Returns the fraction of pixels in an element's screenshot that are clearly darker than paper, from 0 to 1. */
export async function darkPixelShare(page: Page, selector: string): Promise<number> {
	const picture = await page.locator(selector).first().screenshot();
	const canvasPage = await page.context().newPage();
	const share = await canvasPage.evaluate(async (base64) => {
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
	await canvasPage.close();
	return share;
}

/** Returns the content of the field for the page number. */
export function pageFieldValue(page: Page): Promise<string> {
	return page.locator("#page-field").inputValue();
}

/** Returns the scroll position of the pages, in pixels. */
export function scrollTop(page: Page): Promise<number> {
	return page.locator("#stage").evaluate((stage) => stage.scrollTop);
}

/** Enters the number of a page, and waits until it is the current page. */
export async function goTo(page: Page, number: number): Promise<void> {
	await page.fill("#page-field", String(number));
	await page.keyboard.press("Enter");
	await expect.poll(() => pageFieldValue(page)).toBe(String(number));
}

/** Waits for the text layer of a page, and returns its text. */
export async function pageText(page: Page, number: number): Promise<string> {
	const layer = page.locator(`#pages .page[data-page="${number}"] > .face > .text`);
	await layer.waitFor({ state: "attached" });
	return layer.innerText();
}

/** Returns the box of the text in an element. Unlike the box of the element, it has no padding. */
export function textBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
	return element.evaluate((node) => {
		const range = document.createRange();
		range.selectNodeContents(node);
		const { x, y, width, height } = range.getBoundingClientRect();
		return { x, y, width, height };
	});
}

/** Chooses an item in the menu that contains all tools. */
export async function chooseMenuItem(page: Page, name: string): Promise<void> {
	await page.locator("#more").click();
	const exact = { name, exact: true };
	await page.getByRole("menuitem", exact).or(page.getByRole("menuitemcheckbox", exact)).click();
}
