import { beforeAll, describe, expect, test } from "vitest";
import { Browser, darkPixelShare, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { uploadAndOpenPDF } from "../support/api";
import { readShifts, recordShifts } from "../support/layout-shifts";
import { serveSlowly } from "../support/slow-page";

const browser = new Browser();
let url = "";

beforeAll(async () => {
	url = await uploadAndOpenPDF("paint.pdf", makePDF(5));
});

describe.each([
	["wide", { width: 1440, height: 900 }],
	["narrow", { width: 375, height: 700 }],
])("on a %s window", (_, viewport) => {
	test("page 1 is painted from the HTML itself, without any script", async () => {
		const page = await browser.open(url, { javaScriptEnabled: false, viewport });
		expect(await page.locator("#pages .page > .face > svg").count()).toBe(1);
		expect(await darkPixelShare(page, "#pages .page")).toBeGreaterThan(0.0005);
		expect(await page.getByRole("button", { name: "Zoom in" }).isVisible()).toBe(false);
	});

	test("the script reuses page 1 in place: the same element, no layout shift", async () => {
		const staticPage = await browser.open(url, { javaScriptEnabled: false, viewport });
		const before = await staticPage.locator("#pages .page").boundingBox();

		const page = await browser.open(url, {
			viewport,
			initScript: recordShifts,
		});
		await pageText(page, 2);
		expect(await page.locator('#pages [data-page="1"] > .face > svg').getAttribute("data-from")).toBe(
			"server",
		);
		expect(await page.locator('#pages [data-page="1"]').boundingBox()).toEqual(before);
		expect(await readShifts(page)).toEqual([]);
	});
});

describe.each([
	{ ribbon: true },
	{ ribbon: true, openedPage: 5 },
	{ initialLayout: "horizontal" },
	{ initialLayout: "horizontal", openedPage: 12 },
	{ initialLayout: "poster" },
	{ initialLayout: "twoPages" },
])("when pages are laid out as %o", (profile: { openedPage?: number }) => {
	test.each([
		[1, { width: 1440, height: 900 }],
		[2, { width: 1440, height: 900 }],
		[12, { width: 1440, height: 900 }],
		[12, { width: 375, height: 700 }],
		[12, { width: 700, height: 240 }],
	])(
		"the first of %i is painted at the position of the script's layout, in a window of %o",
		async (count, viewport) => {
			const address = new URL(await uploadAndOpenPDF("lying.pdf", makePDF(count)));
			address.searchParams.set("profileOverrides", JSON.stringify(profile));
			const staticPage = await browser.open(address.href, { javaScriptEnabled: false, viewport });
			const painted = await staticPage.locator("#pages .page").boundingBox();

			const page = await browser.open(address.href, { viewport });
			await page.locator("#pages.laid-out").waitFor();
			const first = Math.min(profile.openedPage ?? 1, count);
			const laidOut = await page.locator(`#pages [data-page="${first}"]`).boundingBox();
			for (const measure of ["x", "y", "width", "height"] as const) {
				const difference = (painted?.[measure] ?? 0) - (laidOut?.[measure] ?? 0);
				expect(Math.abs(difference), measure).toBeLessThan(1); // scroll positions are whole pixels
			}
		},
	);
});

test("nothing is painted while a part of the bars has not arrived, because the rest would move the bars", async () => {
	const { url: slowURL, release } = await serveSlowly(url, '<select id="zoom-choice"');
	const page = await browser.open("about:blank", {
		initScript: recordShifts,
		origin: new URL(slowURL).origin,
	});
	await page.goto(slowURL, { waitUntil: "commit" });
	await page.locator("#zoom-out").waitFor({ state: "attached" });
	const before = await page.evaluate(() => performance.now());
	release();
	await pageText(page, 2);
	const paints = await page.evaluate(() =>
		performance.getEntriesByType("paint").map(({ startTime }) => startTime),
	);
	expect(Math.min(...paints)).toBeGreaterThan(before);
	expect(await readShifts(page)).toEqual([]);
});

test("the title, the landmarks and the controls have names", async () => {
	const page = await browser.open(url);
	await pageText(page, 1);
	expect(await page.title()).toBe("paint.pdf");
	expect(await page.getByRole("main").count()).toBe(1);
	for (const [role, name] of [
		["group", "Document"],
		["region", "View"],
		["navigation", "Pages"],
		["textbox", "Page"],
		["combobox", "Zoom"],
		["group", "Zoom"],
		["article", "Page 1"],
	] as const) {
		expect(await page.getByRole(role, { name, exact: true }).count(), `${role} ${name}`).toBe(1);
	}
	expect(await page.getByRole("button").evaluateAll((all) => all.every((b) => b.ariaLabel))).toBe(true);
});
