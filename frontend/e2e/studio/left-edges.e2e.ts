import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { type FilledServer, startFilledServer } from "../support/screen-data";
import { openScreen, screenNamed } from "../support/screens";

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
	".shelf span",
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
].join(", ");

/**
 * Returns the distances in pixels of the parts from the left edge of the page. Only parts within 60 pixels are
 * returned, because other parts are beside the title. The edge of a part is the edge of its background or border; for a
 * part without both, it is the edge of the content.
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
			if (start < 60) {
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
