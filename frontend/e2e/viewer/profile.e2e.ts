import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageFieldValue, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { call, uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
const viewport = { width: 1440, height: 900 };

let url = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("profile.pdf", makePDF(12));
});

declare global {
	interface Window {
		/** The printed elements and the page sizes, recorded when the page calls print(). */
		paper?: { pages: number; drawn: number; marks: number; sizes: string; selectable: number };
	}
}

/** Opens the viewer with a profile. */
function open(profile: object, initScript?: () => void): Promise<Page> {
	const address = new URL(url);
	address.searchParams.set("profileOverrides", JSON.stringify(profile));
	return browser.open(address.href, { viewport, ...(initScript && { initScript }) });
}

/**
 * Runs in the page as an init script. Replaces the print dialog, which would block the test, and records the printed
 * elements.
 */
function recordPrintout() {
	window.print = () => {
		const count = (selector: string) => document.querySelectorAll(`.printed ${selector}`).length;
		window.paper = {
			pages: count(".page"),
			drawn: count('.page[data-state="drawn"] > .face > :is(svg, img)'),
			marks: count(".page > .mark"),
			sizes: document.adoptedStyleSheets.map((sheet) => sheet.cssRules[0]?.cssText ?? "").join(),
			selectable: count(".text"),
		};
	};
}

/** The names of the test files that test a property, without their extension. An empty name stands for this file. */
const testFiles: Readonly<Record<string, string>> = {
	homeURL: "settings",
	openedPage: "opening",
	output: "",
	thumbnailsShown: "",
	ribbon: "",
	initialLayout: "",
	print: "",
	download: "",
	textSelection: "settings",
	search: "",
	watermark: "",
	frameAncestors: "settings",
};

test("every property of a profile has a test", async () => {
	interface PropertyList {
		readonly profile: readonly { readonly name: string }[];
	}
	const { profile } = await call<PropertyList>("GET", "/settings/viewer/properties");
	expect(Object.keys(testFiles)).toEqual(profile.map(({ name }) => name));
});

describe("initialLayout", () => {
	test.each([
		["normal", (a: Box, b: Box) => a.x === b.x && a.y < b.y],
		["twoPages", (a: Box, b: Box) => a.x < b.x && a.y === b.y],
		["poster", (a: Box, b: Box) => a.x < b.x && a.y === b.y && a.width < 300],
		["horizontal", (a: Box, b: Box) => a.x < b.x && a.y === b.y],
	])("%s", async (initialLayout, areArranged) => {
		const page = await open({ initialLayout });
		await page.locator("#pages.laid-out").waitFor();
		const [first, second] = [await boxOf(page, 1), await boxOf(page, 2)];
		expect(areArranged(first, second)).toBe(true);
	});
});

interface Box {
	readonly x: number;
	readonly y: number;
	readonly width: number;
}

async function boxOf(page: Page, number: number): Promise<Box> {
	const box = await page.locator(`#pages .page[data-page="${number}"]`).boundingBox();
	return box ?? { x: 0, y: 0, width: 0 };
}

test("a ribbon is a horizontal layout without bars, with buttons that scroll it", async () => {
	const page = await open({ ribbon: true });
	await page.locator("#ribbon-right:enabled").waitFor();
	expect(await page.locator(".bar-tools").isVisible()).toBe(false);
	const before = await boxOf(page, 1);
	await page.locator("#ribbon-right").click();
	await expect.poll(async () => (await boxOf(page, 1)).x).toBeLessThan(before.x);
	await page.locator("#ribbon-left:enabled").click();
	await page.locator("#ribbon-left:disabled").waitFor();
});

test("a ribbon is dragged by the mouse and moved by the wheel, and neither is a click", async () => {
	const page = await open({ ribbon: true });
	await page.locator("#pages.laid-out").waitFor();
	await page.setViewportSize({ width: 700, height: 240 });
	await expect.poll(async () => (await boxOf(page, 1)).width).toBeLessThan(200);
	const before = await boxOf(page, 1);
	await page.mouse.move(500, 120);
	await page.mouse.down();
	await page.mouse.move(400, 120, { steps: 4 });
	await page.mouse.up();
	await expect.poll(async () => (await boxOf(page, 1)).x).toBeCloseTo(before.x - 100, 0);
	expect((await boxOf(page, 1)).width).toBe(before.width);
	await page.mouse.wheel(0, -60);
	await expect.poll(async () => (await boxOf(page, 1)).x).toBeCloseTo(before.x - 40, 0);
});

test("the pages of a ribbon are selected with keys, and one of them is a tab stop", async () => {
	const page = await open({ ribbon: true });
	const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset["page"]);
	const tabStops = page.locator('#pages button[tabindex="0"]');
	await page.locator('#pages button[data-page="1"][tabindex="0"]').focus();
	await page.keyboard.press("ArrowRight");
	await expect.poll(focused).toBe("2");
	expect(await tabStops.count()).toBe(1);
	await page.keyboard.press("End");
	const last = await page.locator("#page-count").textContent();
	await expect.poll(focused).toBe(last);
	await expect.poll(() => page.locator('#pages button[data-page="1"]').count()).toBe(0);
	expect(await tabStops.count()).toBe(1);
	await page.keyboard.press("Home");
	await expect.poll(focused).toBe("1");
	await page.locator('#pages button[data-page="1"]').waitFor();
});

test("thumbnails are shown or hidden", async () => {
	const shown = await open({ thumbnailsShown: true });
	await shown.locator('#thumbnails-pages [data-page="2"] img').waitFor();
	const hidden = await open({ thumbnailsShown: false });
	await hidden.locator("#pages.laid-out").waitFor();
	expect(await hidden.locator("#thumbnails").count()).toBe(0);
	expect(await hidden.locator("#side").isVisible()).toBe(false);
});

describe("output", () => {
	test("html has text, img has none", async () => {
		expect(await pageText(await open({ output: "html" }), 1)).toContain("Page number 1");
		const pictures = await open({ output: "img" });
		await pictures.locator('#pages .page[data-page="2"] .face > img').waitFor();
		expect(await pictures.locator("#pages .text").count()).toBe(0);
	});

	test("text is reading text, as wide as the window, in any size", async () => {
		const page = await open({ output: "text" });
		const text = (number: number) => page.locator(`#pages .page[data-page="${number}"] .reflow`);
		await expect.poll(() => text(2).innerText()).toContain("Page number 2");
		expect(await page.locator("#pages svg").count()).toBe(0);
		const [first, second] = [await boxOf(page, 1), await boxOf(page, 2)];
		expect(first.width).toBe(720);
		const height = await text(1).evaluate((element) => element.getBoundingClientRect().height);
		expect(second.y - first.y).toBeCloseTo(height + 24, -1);
		const size = () => text(1).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
		expect(await size()).toBe(18);
		await page.locator("#zoom-in").click();
		await expect.poll(size).toBeCloseTo(19.8, 1);
		await page.setViewportSize({ width: 360, height: 700 });
		await expect.poll(async () => (await boxOf(page, 1)).width).toBe(344);
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
		await page.keyboard.press("End");
		await expect.poll(() => pageFieldValue(page)).toBe("12");
		await expect.poll(() => text(12).innerText()).toContain("Page number 12");
	});

	test("thumbnails are an overview, whose pages a click enlarges", async () => {
		const page = await open({ output: "thumbnails" });
		await page.locator('#pages button[data-page="7"]').click();
		await expect.poll(() => pageFieldValue(page)).toBe("7");
		await expect.poll(async () => (await boxOf(page, 7)).width).toBeGreaterThan(400);
		await page.locator('#pages button[data-page="7"]').click();
		await expect.poll(async () => (await boxOf(page, 7)).width).toBeLessThan(300);
	});

	test("a page that is replaced during a click receives the click", async () => {
		const address = new URL(url);
		address.searchParams.set("profileOverrides", JSON.stringify({ output: "thumbnails" }));
		const page = await browser.open("about:blank", { viewport });
		const pageRequest = new Promise<Route>((resolve) => void page.route("**/page/7.*", resolve));
		await page.goto(address.href);
		await page.locator('#pages button[data-page="7"]').hover();
		await page.mouse.down();
		await (await pageRequest).continue();
		await page.locator('#pages button[data-page="7"][data-state="drawn"]').waitFor();
		await page.mouse.up();
		await expect.poll(() => pageFieldValue(page)).toBe("7");
	});
});

describe("print", () => {
	test("prints the requested pages, each on paper of its size", async () => {
		const page = await open({ watermark: "Draft" }, recordPrintout);
		await pageText(page, 1);
		await page.keyboard.press("Control+p");
		await page.getByRole("textbox", { name: "Pages" }).fill("2-4, 99");
		await page.getByRole("dialog").getByRole("button", { name: "Print" }).click();
		expect(await page.getByRole("alert").innerText()).toMatch(/from 1 to 12/);
		await page.getByRole("textbox", { name: "Pages" }).fill("2-4, 9");
		await page.keyboard.press("Enter");
		await expect
			.poll(() => page.evaluate(() => window.paper))
			.toEqual({
				pages: 4,
				drawn: 4,
				marks: 4,
				sizes: expect.stringMatching(/size: 595pt 842pt/) as string,
				selectable: 0,
			});
		await expect.poll(() => page.locator(".printed, dialog").count()).toBe(0);
		await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
	});

	test("is not offered if it is not allowed", async () => {
		const page = await open({ print: false }, recordPrintout);
		await pageText(page, 1);
		expect(await page.locator("#print").count()).toBe(0);
		await page.keyboard.press("Control+p");
		await page.locator("#more").click();
		expect(await page.getByRole("menuitem", { name: "Print" }).count()).toBe(0);
		expect(await page.locator("dialog").count()).toBe(0);
		await page.emulateMedia({ media: "print" });
		expect(await page.locator("body").innerText()).toBe("Printing this document is not allowed.");
	});
});

describe("download", () => {
	test.each([
		["none", []],
		["pdf", ["Download as PDF"]],
		["original", ["Download as PDF", "Download the original"]],
	])("%s", async (download, offered) => {
		const page = await open({ download });
		await pageText(page, 1);
		await page.locator("#more").click();
		expect(await page.getByRole("menuitem", { name: "Download" }).allInnerTexts()).toEqual(offered);
		expect(await page.locator("#download").count()).toBe(offered.length > 0 ? 1 : 0);
		await page.keyboard.press("Escape");
		if (offered.length > 0) {
			const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#download").click()]);
			expect(file.suggestedFilename()).toBe("profile.pdf");
			await Promise.all([page.waitForEvent("download"), page.locator("#download").press("Space")]);
		}
	});
});

test("search is offered, or not", async () => {
	const searched = await open({ search: true });
	expect(await searched.locator("#search").isVisible()).toBe(true);
	const unsearched = await open({ search: false });
	await unsearched.locator("#pages.laid-out").waitFor();
	expect(await unsearched.locator("#search, #results").count()).toBe(0);
});

test.each(["html", "img", "thumbnails"])("a watermark covers every page of %s", async (output) => {
	const page = await open({ output, watermark: "Draft <b>&" });
	await page.locator('#pages .page[data-page="2"][data-state="drawn"]').waitFor();
	const unmarked = page.locator("#pages .page:not(:has(> .mark))");
	await expect.poll(() => unmarked.count()).toBe(0);
	const size = await page
		.locator("#pages .mark")
		.first()
		.evaluate((mark: HTMLImageElement) => mark.decode().then(() => mark.naturalWidth));
	expect(size).toBeGreaterThan(0);
});
