import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import activity from "../../src/studio/languages/en/activity.json";
import folders from "../../src/studio/languages/en/folders.json";
import search from "../../src/studio/languages/en/search.json";
import { Browser } from "../support/browser";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openScreen, screenNamed } from "../support/screens";
import { touchScreen } from "../support/touch-targets";

// On each page, the title, tabs, filters, fields and rows start at the same distance from the left edge.

const browser = new Browser();
let server: FilledServer;

beforeAll(async () => {
	server = await startFilledServer();
});

afterAll(async () => {
	await server.stop();
});

/** The parts of pages that start at the left edge of the content. */
const parts = [
	"h1",
	"main > .page > header p",
	".section-title span",
	"header > .search",
	".filters > :first-child",
	"nav:not(.kinds) > a[aria-current]",
	"nav.kinds",
	".head.list-columns",
	'[role="gridcell"][data-index="0"] .picture',
	"[data-result] .picture",
	".results h2",
	".cards .card",
	"main ul > li:first-child > .card",
	".parts button:first-child",
	".version",
].join(", ");

/**
 * Returns the distances in pixels of the parts from the left edge of the page. Only parts within 60 pixels are
 * returned, because other parts are beside the title. A title that is beside the link to the page above is not returned
 * either. The edge of a part is the edge of its background or border; for a part without both, it is the edge of the
 * content.
 */
function leftEdges(page: Page): Promise<{ gutter: number; edges: Record<string, number> }> {
	return page.evaluate((selector) => {
		const main = document.querySelector("main:not([hidden])");
		if (main === null) {
			throw new Error("there is no page");
		}
		const { left } = main.getBoundingClientRect();
		const probe = main.appendChild(document.createElement("div"));
		probe.style.width = "var(--gutter)";
		const gutter = probe.getBoundingClientRect().width;
		probe.remove();
		const edges: Record<string, number> = {};
		for (const element of main.querySelectorAll(selector)) {
			const { clipPath, paddingLeft, backgroundColor, borderLeftWidth, borderBottomColor } =
				getComputedStyle(element);
			if (!element.checkVisibility() || clipPath !== "none") {
				continue;
			}
			const transparent = "rgba(0, 0, 0, 0)";
			const isPainted =
				backgroundColor !== transparent || borderLeftWidth !== "0px" || borderBottomColor === transparent;
			const start = element.getBoundingClientRect().left - left + (isPainted ? 0 : parseFloat(paddingLeft));
			const name = `${element.tagName.toLowerCase()}.${element.classList[0] ?? ""} ${element.textContent.trim().slice(0, 20)}`;
			const link = main.querySelector("main > .page > header p a")?.getBoundingClientRect();
			const isBesideLink =
				element.matches("h1") && link !== undefined && link.bottom > element.getBoundingClientRect().top + 8;
			if (start < 60 && !isBesideLink) {
				edges[name] = Math.round(start);
			}
		}
		return { gutter, edges };
	}, parts);
}

const names = [
	"library",
	"library as a list",
	"search",
	"trash",
	"watched folders",
	"templates",
	"profiles",
	"themes",
	"activity: conversions",
	"activity: webhooks",
	"settings",
	"settings: general",
	"template: Data",
	"developers",
];

test.each(names)("everything starts at the same left edge: %s", async (name) => {
	const screen = screenNamed(name);
	for (const width of [1440, 390]) {
		const page = await openScreen(browser, screen, server, { viewport: { width, height: 900 } });
		const { gutter, edges } = await leftEdges(page);
		expect(gutter).toBe(width > 640 ? 24 : 16);
		expect(Object.keys(edges).length, `${width} px wide`).toBeGreaterThan(0);
		expect(edges, `${width} px wide`).toEqual(
			Object.fromEntries(Object.keys(edges).map((part) => [part, gutter])),
		);
	}
});

/** Returns the distance of the middle of the title, or of the button that shows it, from the top of the page. */
function titleHeight(page: Page): Promise<number> {
	return page.evaluate(() => {
		const titles = [...document.querySelectorAll("main h1, main .section-title, main .back")].filter(
			(element) => element.checkVisibility() && getComputedStyle(element).clipPath === "none",
		);
		const [title] = titles;
		if (title === undefined || titles.length > 1) {
			throw new Error(`there are ${titles.length} titles`);
		}
		const { top, height } = title.getBoundingClientRect();
		return top + height / 2 - (title.closest("main")?.getBoundingClientRect().top ?? 0);
	});
}

const titledScreens = [
	"library",
	"watched folders",
	"templates",
	"profiles",
	"activity: conversions",
	"settings",
	"settings: general",
];

test.each(titledScreens)("the title is as far from the top as on other pages: %s", async (name) => {
	const screen = screenNamed(name);
	const phone = { ...touchScreen, viewport: { width: 390, height: 844 } };
	for (const options of [{ viewport: { width: 1440, height: 900 } }, phone]) {
		const page = await openScreen(browser, screen, server, options);
		expect(await titleHeight(page), `${options.viewport.width} px wide`).toBeCloseTo(30, 0);
	}
});

test("the sentence about an empty watched folder starts below its name", async () => {
	const screen = screenNamed("arrivals of a watched folder");
	const page = await openScreen(browser, screen, server, { viewport: { width: 1440, height: 900 } });
	const left = async (element: Locator) => (await element.boundingBox())?.x;
	const card = page.getByRole("main").getByRole("listitem");
	expect(await left(card.getByText(folders.noArrivals))).toBe(await left(card.locator("strong")));
});

test.each([
	["activity: webhooks", activity.filter],
	["search", search.filters],
])("no filter is alone in a line on a phone: %s", async (name, label) => {
	const phone = { ...touchScreen, viewport: { width: 390, height: 844 } };
	const page = await openScreen(browser, screenNamed(name), server, phone);
	const boxes = await page
		.getByRole("group", { name: label })
		.getByRole("button")
		.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect()));
	const tops = boxes.map(({ top }) => top);
	expect(tops.filter((top) => tops.indexOf(top) === tops.lastIndexOf(top))).toEqual([]);
	expect(boxes[0]?.width).toBeGreaterThan((boxes[0]?.height ?? 0) + 8); // a pill, and not a circle
});

test("the buttons of a dialog have a line above them if its content scrolls", async () => {
	const hasLine = (page: Page) =>
		page
			.getByRole("dialog")
			.locator("footer")
			.evaluate((footer) => getComputedStyle(footer).borderTopStyle === "solid");
	for (const [name, isScrollable] of [
		["dialog of a watched folder with all settings", true],
		["rename dialog", false],
	] as const) {
		const page = await openScreen(browser, screenNamed(name), server, {
			viewport: { width: 1440, height: 600 },
		});
		await expect.poll(() => hasLine(page)).toBe(isScrollable);
		await page.setViewportSize({ width: 1440, height: 2000 });
		await expect.poll(() => hasLine(page)).toBe(false);
	}
});

test.each([1440, 390])(
	"the close button of a dialog is in line with the title, %i px wide",
	async (width) => {
		const screen = screenNamed("rename dialog");
		const page = await openScreen(browser, screen, server, { viewport: { width, height: 900 } });
		const dialog = page.getByRole("dialog");
		const center = async (element: ReturnType<Page["locator"]>) => {
			const box = await element.boundingBox();
			return (box?.y ?? 0) + (box?.height ?? 0) / 2;
		};
		const title = await center(dialog.getByRole("heading"));
		const close = await center(dialog.getByRole("button", { name: "Close" }));
		expect(Math.abs(title - close)).toBeLessThan(1);
	},
);
