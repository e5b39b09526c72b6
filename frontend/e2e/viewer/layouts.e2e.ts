import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, chooseMenuItem, pageFieldValue, pageText, textBox } from "../support/browser";
import { makeBook, makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";

const browser = new Browser();
/** A time in milliseconds after which the bar of a presentation has disappeared. */
const barTime = 3_000;
const viewport = { width: 1440, height: 900 };

let long = "";
let book = "";

beforeAll(async () => {
	long = await uploadAndOpenPDF("long.pdf", makePDF(40));
	book = await uploadAndOpenPDF("book.pdf", makeBook(30));
});

/** Returns the boxes of pages, relative to the window. */
async function pageBoxes(page: Page, ...numbers: readonly number[]) {
	return Promise.all(
		numbers.map(async (number) => {
			const box = await page.locator(`#pages .page[data-page="${number}"]`).boundingBox();
			return box ?? { x: 0, y: 0, width: 0, height: 0 };
		}),
	);
}

/** Waits until two pages are next to each other. */
function waitForRow(page: Page, one: number, other: number): Promise<void> {
	return expect
		.poll(async () => {
			const [first, second] = await pageBoxes(page, one, other);
			return first?.y === second?.y && first?.x !== second?.x;
		})
		.toBe(true);
}

async function goTo(page: Page, number: number | string): Promise<void> {
	await page.locator("#page-field").fill(String(number));
	await page.keyboard.press("Enter");
}

describe("pages lie", () => {
	test("in pairs, with and without a cover", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Two pages");
		await waitForRow(page, 1, 2);
		const [first, second, third] = await pageBoxes(page, 1, 2, 3);
		expect(second?.x).toBeCloseTo((first?.x ?? 0) + (first?.width ?? 0) + 4, 0);
		expect(third?.y).toBeGreaterThan(second?.y ?? 0);
		await page.locator("#next").click();
		await expect.poll(() => pageFieldValue(page)).toBe("3");
		await page.locator("#previous").click();
		await chooseMenuItem(page, "Two pages with cover");
		await waitForRow(page, 2, 3);
		const [cover, left, right] = await pageBoxes(page, 1, 2, 3);
		expect(left?.y).toBeGreaterThan(cover?.y ?? 0);
		expect(right?.x).toBe(cover?.x);
	});

	test("in a grid, with as many per row as fit, at any zoom", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Overview");
		const perRow = async () => {
			const all = await pageBoxes(page, ...Array.from({ length: 12 }, (_, index) => index + 1));
			return all.filter(({ y }) => y === all[0]?.y).length;
		};
		await expect.poll(perRow).toBe(4);
		await page.setViewportSize({ width: 950, height: 700 });
		await expect.poll(perRow).toBe(3);
		await page.locator("#zoom-out").click();
		await expect.poll(perRow).toBe(4);
		await page.locator('#pages .page[data-page="3"]').dblclick();
		await pageText(page, 3);
		await expect.poll(() => pageFieldValue(page)).toBe("3");
	});

	test("in a grid, with pictures of exactly the size of the pages", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Overview");
		const picture = page.locator('#pages .page[data-page="7"] > .face > img');
		await picture.waitFor();
		const [natural, shown] = await picture.evaluate((image) =>
			image instanceof HTMLImageElement ? [image.naturalWidth, image.clientWidth] : [],
		);
		expect(natural).toBe(shown);
	});

	test("next to each other, which a window for less than one page does not offer", async () => {
		const choice = (page: Page) => page.getByRole("menuitemcheckbox", { name: "Horizontal scrolling" });
		const spreads = (page: Page) => page.getByRole("menuitemcheckbox", { name: /^Two pages/ });
		const page = await browser.open(long, { viewport: { width: 390, height: 844 } });
		await page.locator("#more").click();
		await page.getByRole("menuitemcheckbox", { name: "Overview" }).waitFor();
		expect(await choice(page).count()).toBe(0);
		expect(await spreads(page).count()).toBe(0);
		const overrides = encodeURIComponent('{"initialLayout":"horizontal"}');
		const chosen = await browser.open(`${long}&profileOverrides=${overrides}`, {
			viewport: { width: 390, height: 844 },
		});
		await chosen.locator("#more").click();
		expect(await choice(chosen).getAttribute("aria-checked"), "chosen by the profile").toBe("true");
		expect(await spreads(chosen).count()).toBe(0);
	});

	test("next to each other, scrolled with the wheel and keys", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Horizontal scrolling");
		await waitForRow(page, 1, 2);
		const [first, second] = await pageBoxes(page, 1, 2);
		expect(second?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
		await page.keyboard.press("ArrowRight");
		await expect.poll(() => pageFieldValue(page)).toBe("2");
		await page.keyboard.press("End");
		await expect.poll(() => pageFieldValue(page)).toBe("40");
		expect(await pageText(page, 40)).toContain("Page number 40");
		await expect.poll(() => page.locator("#next").isDisabled()).toBe(true);
	});

	test("in another layout, and the current page stays the same", async () => {
		const page = await browser.open(long, { viewport });
		await goTo(page, 17);
		for (const name of ["Overview", "Horizontal scrolling", "Two pages with cover", "Continuous"]) {
			await chooseMenuItem(page, name);
			await expect.poll(() => pageFieldValue(page), { message: name }).toBe("17");
			await expect
				.poll(
					async () => {
						const [{ y, height } = { y: 0, height: 0 }] = await pageBoxes(page, 17);
						return y < viewport.height && y + height > 0;
					},
					{ message: name },
				)
				.toBe(true);
		}
	});

	test("rotated, with their text", async () => {
		const page = await browser.open(long, { viewport });
		await goTo(page, 5);
		await chooseMenuItem(page, "Rotate right");
		await expect.poll(() => pageFieldValue(page)).toBe("5");
		await expect
			.poll(async () => {
				const [{ width, height } = { width: 0, height: 0 }] = await pageBoxes(page, 5);
				return width > height;
			})
			.toBe(true);
		const word = await textBox(page.locator('#pages [data-page="5"] .text span', { hasText: "beta" }));
		expect(word.height).toBeGreaterThan(word.width);
		await chooseMenuItem(page, "Rotate left");
		await expect.poll(async () => (await pageBoxes(page, 5))[0]?.height).toBeGreaterThan(900);
	});
});

describe("the reader navigates", () => {
	test("by the pages' own names", async () => {
		const page = await browser.open(book, { viewport });
		await expect.poll(() => pageFieldValue(page)).toBe("i");
		await goTo(page, "II");
		expect(await pageText(page, 2)).toContain("Page number 2");
		await goTo(page, "3");
		await expect.poll(() => page.locator("#page-of").innerText()).toBe("(5 of 30)");
		const markedPage = page.locator(".page[data-page='5']");
		// One number is on the page, and the other one on its thumbnail.
		await expect.poll(() => markedPage.locator(".page-number").allTextContents()).toEqual(["3", "3"]);
		expect(await page.getByLabel("Page 3", { exact: true }).count()).toBe(2);
		await page.locator("#page-field").fill("none");
		await page.keyboard.press("Enter");
		await expect.poll(() => page.getByRole("alert").innerText()).toBe("Enter a page from i to 28.");
		await page.keyboard.press("Escape");
		await chooseMenuItem(page, "Print");
		await page.getByRole("radio", { name: "This page (3)", exact: true }).waitFor();
	});

	test("by the outline, which marks the section at the position of the reader", async () => {
		const page = await browser.open(book, { viewport });
		await page.getByRole("tab", { name: "Outline" }).click();
		await page.getByRole("link", { name: "Chapter 3" }).click();
		expect(await pageText(page, 11)).toContain("Page number 11");
		const current = page.locator("#outline-pane [aria-current]");
		await expect.poll(() => current.textContent()).toBe("Chapter 3");
		await page.keyboard.press("PageDown");
		await goTo(page, "1");
		await expect.poll(() => current.textContent()).toBe("Chapter 1");
		await page.keyboard.press("PageDown");
		await expect.poll(() => current.textContent()).toBe("A part");
		await page.getByRole("link", { name: "Chapter 1" }).click();
		await expect.poll(() => current.textContent()).toBe("Chapter 1");
		await page.getByRole("link", { name: "A part" }).click();
		await expect.poll(() => current.textContent()).toBe("A part");
	});

	test("by links, which show their targets, and back and forward again", async () => {
		const page = await browser.open(book, { viewport });
		await pageText(page, 1);
		await page.locator("#more").click();
		await page.getByRole("menuitemcheckbox", { name: "Continuous" }).waitFor();
		expect(await page.getByRole("menuitem", { name: /^(Back|Forward)$/ }).count()).toBe(0);
		await page.keyboard.press("Escape");
		const internalLink = page.getByRole("link", { name: "To page nine" });
		await internalLink.hover();
		await page.locator(".link-card img").waitFor();
		await internalLink.click();
		expect(await pageText(page, 9)).toContain("Page number 9");
		await expect.poll(() => page.locator(".link-card").isVisible()).toBe(false);
		await page.goBack();
		await expect.poll(() => pageFieldValue(page)).toBe("i");
		await page.keyboard.press("Alt+ArrowRight");
		await expect.poll(() => pageFieldValue(page)).toBe("7");
		await page.locator("#more").click();
		await page.getByRole("menuitem", { name: "Back" }).waitFor();
		expect(await page.getByRole("menuitem", { name: "Forward" }).count()).toBe(0);
		await page.getByRole("menuitem", { name: "Back" }).click();
		await expect.poll(() => pageFieldValue(page)).toBe("i");
		const externalLink = page.locator('.links a[href="https://example.com/"]');
		expect(await externalLink.getAttribute("rel")).toBe("noopener noreferrer");
		await externalLink.hover();
		await expect.poll(() => page.locator(".link-card").innerText()).toBe("https://example.com/");
	});

	test("by thumbnails, with the keyboard too", async () => {
		const page = await browser.open(long, { viewport });
		const thumbnail = (number: number) => page.locator(`#thumbnails-pages [data-page="${number}"]`);
		await thumbnail(3).locator("img").first().waitFor();
		await thumbnail(3).click();
		await expect.poll(() => pageFieldValue(page)).toBe("3");
		await thumbnail(3).focus();
		await page.keyboard.press("ArrowDown");
		await expect.poll(() => pageFieldValue(page)).toBe("4");
		await expect.poll(() => thumbnail(4).getAttribute("aria-current")).toBe("page");
		await page.keyboard.press("ArrowDown");
		await expect.poll(() => pageFieldValue(page)).toBe("5");
		await page.locator("#thumbnails-toggle").click();
		await expect.poll(() => page.locator("#side").isVisible()).toBe(false);
	});

	test("back to the same position after a reload", async () => {
		const page = await browser.open(long, { viewport });
		await chooseMenuItem(page, "Two pages");
		await goTo(page, 21);
		await page.locator("#zoom-in").click();
		const [before] = await pageBoxes(page, 21);
		const isInPlace = () =>
			page.evaluate(() => (history.state as { place?: { zoom?: unknown } } | null)?.place?.zoom);
		await expect.poll(isInPlace).not.toBe("auto");
		await page.reload();
		await pageText(page, 21);
		await expect.poll(() => pageFieldValue(page)).toBe("21");
		await expect.poll(async () => (await pageBoxes(page, 21))[0]?.width).toBe(before?.width);
		await expect.poll(async () => (await pageBoxes(page, 21))[0]?.y).toBeCloseTo(before?.y ?? 0, -1);
	});
});

describe("one page fills the screen", () => {
	/**
	 * Waits until a page is centered on the screen and as high as the screen. The browser enters full screen
	 * asynchronously.
	 */
	const waitForCentered = (page: Page, number: number) =>
		expect
			.poll(async () => {
				const [box] = await pageBoxes(page, number);
				const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
				const centerOffset = Math.abs((box?.x ?? 0) * 2 + (box?.width ?? 0) - size.width);
				return Math.max(centerOffset, Math.abs((box?.height ?? 0) - size.height));
			})
			.toBeLessThan(5);

	test("in a presentation, controlled with keys and clicks", async () => {
		const page = await browser.open(long, { viewport });
		await goTo(page, 3);
		await chooseMenuItem(page, "Presentation");
		await page.locator("body.presenting").waitFor();
		await waitForCentered(page, 3);
		await page.keyboard.press("Space");
		await waitForCentered(page, 4);
		await page.locator("#stage").click();
		await waitForCentered(page, 5);
		await page.keyboard.press("ArrowUp");
		await waitForCentered(page, 4);
		await page.keyboard.press("Home");
		await waitForCentered(page, 1);
		const [first, second] = await pageBoxes(page, 1, 2);
		expect(second?.x).toBeGreaterThan((first?.x ?? 0) * 2 + (first?.width ?? 0));
		await page.keyboard.press("Escape");
		await page.locator("body:not(.presenting)").waitFor();
		await page.locator("#page-field").waitFor();
		await expect.poll(() => pageFieldValue(page)).toBe("1");
	});

	test("in a presentation, whose bar appears with the pointer, turns pages and ends it", async () => {
		const page = await browser.open(book, { viewport });
		await page.clock.install();
		await expect.poll(() => pageFieldValue(page)).toBe("i");
		await chooseMenuItem(page, "Presentation");
		await page.locator("body.presenting").waitFor();
		const bar = page.getByRole("navigation", { name: "Pages" });
		const opacity = () => bar.evaluate((element) => Number(getComputedStyle(element).opacity));
		await page.clock.fastForward(barTime);
		await expect.poll(opacity, { message: "hidden after a while" }).toBe(0);
		expect(await bar.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe("none");
		const next = bar.getByRole("button", { name: "Next page" });
		const box = await next.boundingBox();
		await page.mouse.move(700, 300);
		await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
		await expect.poll(opacity).toBe(1);
		await next.click();
		await waitForCentered(page, 2);
		await expect.poll(() => page.locator("#page-of").innerText()).toBe("(2 of 30)");
		await page.clock.fastForward(barTime);
		await page.locator("body:not(.presentation-bar-shown)").waitFor();
		expect(await opacity(), "under the pointer").toBe(1);
		await page.mouse.move(720, 300);
		await page.clock.fastForward(barTime);
		await expect.poll(opacity, { message: "hidden again" }).toBe(0);
		await bar.getByRole("button", { name: "Previous page" }).focus();
		await page.keyboard.press("Tab");
		await expect.poll(opacity, { message: "with the keyboard focus" }).toBe(1);
		await bar.getByRole("button", { name: "Close" }).click();
		await page.locator("body:not(.presenting)").waitFor();
		expect(await page.getByRole("button", { name: "Close" }).count()).toBe(0);
		await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("stage");
	});

	test("in a presentation on a phone, where a tap shows the bar that ends it", async () => {
		const page = await browser.open(book, {
			viewport: { width: 390, height: 844 },
			hasTouch: true,
			isMobile: true,
		});
		await page.clock.install();
		await expect.poll(() => pageFieldValue(page)).toBe("i");
		await chooseMenuItem(page, "Presentation");
		await page.locator("body.presenting").waitFor();
		const bar = page.getByRole("navigation", { name: "Pages" });
		const opacity = () => bar.evaluate((element) => Number(getComputedStyle(element).opacity));
		// The clock stands still after that, so that the bar does not disappear between the two taps.
		await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
		await expect.poll(opacity, { message: "hidden after a while" }).toBe(0);
		const close = await bar.getByRole("button", { name: "Close" }).boundingBox();
		const [x, y] = [(close?.x ?? 0) + 10, (close?.y ?? 0) + 10];
		await page.touchscreen.tap(x, y);
		await expect.poll(opacity).toBe(1);
		expect(await page.locator("body.presenting").count(), "the invisible button was not pressed").toBe(1);
		await page.touchscreen.tap(x, y);
		await page.locator("body:not(.presenting)").waitFor();
		await page.clock.resume();
		await expect.poll(() => pageFieldValue(page), { message: "the first tap turned the page" }).toBe("ii");
	});

	test("also after going back, and the wheel does not scroll it", async () => {
		const page = await browser.open(long, { viewport });
		await goTo(page, 7);
		await chooseMenuItem(page, "Presentation");
		await page.locator("body.presenting").waitFor();
		await waitForCentered(page, 7);
		await page.goBack();
		await waitForCentered(page, 1);
		expect(await page.locator("body.presenting").count()).toBe(1);
		await page.locator("#stage").evaluate((stage) => {
			for (let event = 0; event < 2; event++) {
				stage.dispatchEvent(new WheelEvent("wheel", { deltaY: 40, bubbles: true, cancelable: true }));
			}
		});
		await waitForCentered(page, 2);
		await page.waitForFunction(() => (history.state as { place: { page: number } }).place.page === 2);
		await page.reload();
		await expect.poll(() => pageFieldValue(page)).toBe("2");
		// The page still fills the screen.
		await expect.poll(async () => (await pageBoxes(page, 2))[0]?.width).toBeGreaterThan(700);
	});
});
