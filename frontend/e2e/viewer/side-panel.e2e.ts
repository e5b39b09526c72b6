import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { Browser, pageText } from "../support/browser";
import { makePDF } from "../support/documents";
import { openSession, putSettings, upload, waitForDocument } from "../support/api";

// If a profile enables thumbnails, they are shown at any width of the window. The logo of a theme is shown if the bar
// has room for it.

/** A GIF picture of 1,200 by 40 pixels. */
const widePicture =
	"R0lGODlhsAQoAPAAAMgePgAAACH5BAAAAAAALAAAAACwBCgAAAL+hI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNf2jef6zvf+DwwKh8Si8YhMKpfMpvMJjUqn1Kr1is1qt9yu9wsOi8fksvmMTqvX7Lb7DY/L5/S6/Y7P6/f8vv8PGCg4SFhoeIiYqLjI2Oj4CBkpOUlZaXmJmam5ydnp+QkaKjpKWmp6ipqqusra6voKGys7S1tre4ubq7vL2+v7CxwsPExcbHyMnKy8zNzs/AwdLT1NXW19jZ2tvc3d7f0NHi4+Tl5ufo6err7O3u7+Dh8vP09fb3+Pn6+/z9/v/w8woMCBBAsaPIgwocKFDBs6fAgxosSJFCtavIgxo8YljRw7evwIMqTIkSRLmjyJMqXKlSxbunwJM6bMmTRr2ryJM2ebAgA7";

const browser = new Browser();
const thumbnailsShown = { profileOverrides: '{"thumbnailsShown":true}' };

let url = "";
/** The viewer of a session that limits the number of views. A view is counted before pages are shown. */
let countedURL = "";

beforeAll(async () => {
	const { id } = await upload("panel.pdf", makePDF(12));
	await waitForDocument(id, ({ status }) => status === "ready");
	url = await openSession(id);
	countedURL = await openSession(id, 60, undefined, { maxViews: "5" });
	await putSettings("profile", "panelled", { thumbnailsShown: true });
});

function viewerURL(parameters: Readonly<Record<string, string>>): string {
	const address = new URL(url);
	for (const [name, value] of Object.entries(parameters)) {
		address.searchParams.set(name, value);
	}
	return address.href;
}

function open(parameters: Readonly<Record<string, string>>, width: number, height = 800): Promise<Page> {
	return browser.open(viewerURL(parameters), { viewport: { width, height } });
}

/** Returns the boxes of the side panel and of the stage, which contains the pages. */
async function boxes(page: Page) {
	const [side, stage] = [
		await page.locator("#side").boundingBox(),
		await page.locator("#stage").boundingBox(),
	];
	return { side, stage: stage ?? { x: 0, y: 0, width: 0, height: 0 } };
}

describe("requested thumbnails", () => {
	test.each([
		["an override", thumbnailsShown],
		["the attribute's spelling of one", { profileOverrides: '{"thumbnailsshown":"true"}' }],
		["a stored profile", { profile: "panelled" }],
	])("by %s are next to the pages from 640 pixels on, and over them below", async (_, parameters) => {
		for (const width of [1440, 1099, 768, 767, 640]) {
			const page = await open(parameters, width);
			await page.locator('#thumbnails-pages [data-page="1"] img').waitFor();
			const { side, stage } = await boxes(page);
			expect(side?.x, `${width}`).toBe(0);
			expect(stage.x, `${width}`).toBe(side?.width);
			expect(await page.locator("#thumbnails-toggle").getAttribute("aria-expanded")).toBe("true");
			await page.context().close();
		}
		for (const width of [639, 375]) {
			const page = await open(parameters, width);
			await page.locator('#thumbnails-pages [data-page="1"] img').waitFor();
			const { side, stage } = await boxes(page);
			expect(stage.x, `${width}`).toBe(0);
			expect(side?.width, `${width}`).toBeLessThanOrEqual(width * 0.85);
			await page.context().close();
		}
	});

	test.each([1000, 640, 375])("are there at the first paint, before any script: %i pixels", async (width) => {
		const page = await browser.open("about:blank", { viewport: { width, height: 800 } });
		await page.route("**/viewer/public/viewer-*.js", () => undefined); // the script is never loaded
		await page.goto(viewerURL(thumbnailsShown), { waitUntil: "commit" });
		await page.locator('#pages .page[data-page="1"] > .face > svg').waitFor();
		expect(await page.locator("#side").isVisible()).toBe(true);
		await page.goto(viewerURL({}), { waitUntil: "commit" });
		await page.locator('#pages .page[data-page="1"] > .face > svg').waitFor();
		expect(await page.locator("#side").isVisible()).toBe(false);
	});

	test.each([
		["the button", (page: Page) => page.locator("#thumbnails-toggle").click()],
		["a tap on the page beside", (page: Page) => page.mouse.click(365, 400)],
		[
			"Escape",
			async (page: Page) => {
				await page.locator("#thumbnails").focus();
				await page.keyboard.press("Escape");
			},
		],
		["a page that is chosen", (page: Page) => page.locator('#thumbnails-pages [data-page="2"]').click()],
	])("on a telephone are closed by %s", async (_, close) => {
		const page = await open(thumbnailsShown, 375, 667);
		await page.locator('#thumbnails-pages [data-page="2"] img').waitFor();
		await close(page);
		await page.locator("#side").waitFor({ state: "hidden" });
	});

	test("are not shown if they are not requested, or hidden by the profile", async () => {
		for (const parameters of [{}, { profileOverrides: '{"thumbnailsShown":false}' }]) {
			const page = await open(parameters, 1000);
			await pageText(page, 1);
			expect(await page.locator("#side").isVisible()).toBe(false);
		}
	});

	test("appear with the pages if these load later than the viewer", async () => {
		const later = await browser.open(`${countedURL}&profile=panelled`, {
			viewport: { width: 700, height: 800 },
		});
		await later.locator('#thumbnails-pages [data-page="1"] img').waitFor();
	});

	test("and search results are next to the pages together", async () => {
		const page = await browser.open(`${viewerURL(thumbnailsShown)}#search=beta`, {
			viewport: { width: 700, height: 800 },
		});
		await page.locator("#results-pane button").first().waitFor();
		const { side, stage } = await boxes(page);
		expect(stage.x).toBe(side?.width);
	});
});

describe("a theme's logo", () => {
	/** A GIF picture of 160 by 40 pixels. */
	const logo =
		"data:image/gif;base64,R0lGODlhoAAoAIAAAMgePP///ywAAAAAoAAoAAACWISPqcvtD6OctNqLs968+w+G4kiW5omm6sq27gvH8kzX9o3n+s73/g8MCofEovGITCqXzKbzCY1Kp9Sq9YrNarfcrvcLDovH5LL5jE6r1+y2+w2Py+d0ZgEAOw==";
	const withLogo = { themeOverrides: JSON.stringify({ logo }) };

	test.each([
		[1440, 900],
		[768, 500],
		[700, 300],
		[640, 360],
		[500, 300],
		[375, 667],
		[375, 300],
		[320, 256],
	])("is seen in a frame of %i by %i, and covers nothing", async (width, height) => {
		const page = await open(withLogo, width, height);
		await pageText(page, 1);
		const found = await page.locator(".bar-title").evaluate((bar) => {
			const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
			const [pictureBox, barBox] = [box(".logo img"), bar.getBoundingClientRect()];
			const next = box(".bar-pages")?.top === barBox.top ? box(".bar-pages")?.left : box(".bar-tools")?.left;
			return {
				width: pictureBox?.width ?? 0,
				within:
					(pictureBox?.right ?? 0) <= (next ?? barBox.right) + 1 && (pictureBox?.left ?? -1) >= barBox.left,
				seen: document.elementFromPoint((pictureBox?.left ?? 0) + 4, (pictureBox?.top ?? 0) + 4)?.tagName,
				wide: document.documentElement.scrollWidth,
			};
		});
		expect(found).toMatchObject({ within: true, wide: width });
		expect(found.seen).toBe("IMG");
		expect(found.width).toBeGreaterThanOrEqual(20);
	});

	test("that is very wide leaves room for the name of the document", async () => {
		const wide = `data:image/gif;base64,${widePicture}`;
		for (const width of [1440, 700, 390]) {
			const page = await open({ themeOverrides: JSON.stringify({ logo: wide }) }, width, 600);
			await pageText(page, 1);
			const pictureBox = await page.locator(".logo img").boundingBox();
			expect(pictureBox?.width, `${width}`).toBeGreaterThan(100);
			expect((await page.locator(".logo").boundingBox())?.width, `${width}`).toBeCloseTo(
				pictureBox?.width ?? 0,
				0,
			);
			expect((await page.locator("h1").boundingBox())?.width, `${width}`).toBeGreaterThan(60);
			await page.context().close();
		}
	});

	test("is a link if the profile has one, in a small frame, too", async () => {
		const page = await open(
			{ ...withLogo, profileOverrides: '{"homeURL":"https://example.com/"}' },
			700,
			300,
		);
		await pageText(page, 1);
		expect(await page.locator("a.logo img").isVisible()).toBe(true);
	});
});
